"""Let chance find a controller. Right now each try is a new one, and nothing is learned from it."""

from wsusim import Controller

TRIES = 40
TRY_S = 15  # seconds that a try lasts
LAST_S = 30  # at the end, the best one shows what it can do
SPEED = 8


class Evolve(Controller):
    def run(self):
        best = self.new_genes()
        for number in range(TRIES):
            genes = self.new_genes()
            fitness = self.try_out(genes, TRY_S)
            self.say(f"try {number + 1}: {fitness:.2f}")
            self.new_episode()
        self.say("And now the best one")
        self.try_out(best, LAST_S)
        self.motors.stop()

    def new_genes(self):
        """Return twelve random numbers: what each front sensor does to the left and right wheel."""
        return [self.random.uniform(-10, 10) for _ in range(12)]

    def try_out(self, genes, seconds):
        """Drive with these genes for some seconds. Return how well it went: the mean fitness."""
        points, looks, end = 0.0, 0, self.time + seconds
        while self.active and self.time < end:
            seen = [reading / 1023 for reading in self.sensors.proximities[:6]]
            left = SPEED + sum(genes[k] * seen[k] for k in range(6))
            right = SPEED + sum(genes[6 + k] * seen[k] for k in range(6))
            left, right = max(-10, min(10, left)), max(-10, min(10, right))
            self.motors.set_speeds(left, right)
            points += self.fitness(left, right, max(seen))
            looks += 1
            self.sleep(0.05)
        return points / max(1, looks)

    def fitness(self, left, right, nearest):
        """Return how good this moment is, 0 to 1."""
        return abs(left) / 10
