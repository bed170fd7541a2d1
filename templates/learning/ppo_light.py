"""Learn to drive to a lamp with PPO from Stable-Baselines3, in 64 worlds at once.

It needs requirements-learn.txt, and: python -m pip install stable-baselines3==2.9.2
Run it: python templates/learning/ppo_light.py
"""

import gymnasium as gym
import numpy as np
from stable_baselines3 import PPO
from stable_baselines3.common.vec_env import VecEnv

import wsusim.learning  # noqa: F401 - it makes the environments known to Gymnasium


class ManyWorlds(VecEnv):
    """wsusim's vector environment in the form that Stable-Baselines3 expects."""

    def __init__(self, name, count):
        self.env = gym.make_vec(name, num_envs=count, vectorization_mode="vector_entry_point")
        super().__init__(count, self.env.single_observation_space, self.env.single_action_space)

    def reset(self):
        return self.env.reset(seed=1)[0]

    def step_async(self, actions):
        self.actions = actions

    def step_wait(self):
        observed, rewards, terminated, truncated, _ = self.env.step(self.actions)
        over = terminated | truncated
        infos = [{} for _ in over]
        for world in np.flatnonzero(over):
            infos[world] = {
                "terminal_observation": observed[world],
                "TimeLimit.truncated": bool(truncated[world]),
            }
        return observed, rewards.astype(np.float32), over, infos

    def close(self):
        self.env.close()

    def get_attr(self, attr_name, indices=None):
        return [getattr(self.env, attr_name, None)] * self.num_envs

    def set_attr(self, attr_name, value, indices=None):
        setattr(self.env, attr_name, value)

    def env_method(self, method_name, *args, indices=None, **kwargs):
        raise NotImplementedError

    def env_is_wrapped(self, wrapper_class, indices=None):
        return [False] * self.num_envs


def arrivals(worlds, choose, steps=600):
    """Return how often a robot comes to a lamp in a minute: 600 actions of 0.1 s."""
    observed = worlds.reset()
    arrived = 0
    for _ in range(steps):
        observed, _, over, infos = worlds.step(choose(observed))
        arrived += sum(over[k] and not infos[k]["TimeLimit.truncated"] for k in range(len(over)))
    return arrived / len(over)


if __name__ == "__main__":
    worlds = ManyWorlds("wsusim/Light-v0", 64)
    rng = np.random.default_rng(1)
    chance = arrivals(worlds, lambda seen: rng.uniform(-1, 1, (len(seen), 2)))
    model = PPO("MlpPolicy", worlds, n_steps=128, batch_size=1024, seed=1, verbose=1)
    model.learn(150_000)
    learned = arrivals(worlds, lambda seen: model.predict(seen)[0])
    print(f"A robot comes to a lamp {chance:.1f} times a minute by chance, {learned:.1f} learned.")
    model.save("ppo_light")
