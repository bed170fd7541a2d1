/* An agent for the CiberMouse arena in plain C: it turns away from walls, and shows what it thinks.

   Build and play:
     cc -o plain_agent plain_agent.c -lm
     python main.py ciber match "./plain_agent {host} {pos} {name}"

   A datagram is a line of XML. This agent looks for attributes with strstr: enough for what the
   arena sends, and nothing to install. (POSIX; on Windows include winsock2.h instead.) */

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#define LONGEST 4096

static int arena;                 /* the socket */
static struct sockaddr_in robot;  /* where orders go: the source of the arena's reply */
static struct sockaddr_in door;   /* where it registered, and where thoughts go */

static void send_to(struct sockaddr_in *to, const char *text) {
    sendto(arena, text, strlen(text) + 1, 0, (struct sockaddr *)to, sizeof *to);
}

/* The number behind `name="` after the text `from`; `otherwise` where there is none. */
static double number(const char *message, const char *from, const char *name, double otherwise) {
    char wanted[64];
    const char *place = strstr(message, from);
    snprintf(wanted, sizeof wanted, "%s=\"", name);
    if (place != NULL) place = strstr(place, wanted);
    return place == NULL ? otherwise : atof(place + strlen(wanted));
}

int main(int count, char **words) {
    char host[64] = "127.0.0.1", message[LONGEST];
    int port = 6000, position = count > 2 ? atoi(words[2]) : 0;
    const char *name = count > 3 ? words[3] : "plain";
    struct timeval patience = {10, 0};
    socklen_t size = sizeof robot;

    if (count > 1) sscanf(words[1], "%63[^:]:%d", host, &port);
    arena = socket(AF_INET, SOCK_DGRAM, 0);
    setsockopt(arena, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    memset(&door, 0, sizeof door);
    door.sin_family = AF_INET;
    door.sin_port = htons((unsigned short)port);
    if (inet_pton(AF_INET, host, &door.sin_addr) != 1) {
        fprintf(stderr, "The host is %s, but it must be an address such as 127.0.0.1.\n", host);
        return 2;
    }

    snprintf(message, sizeof message, "<Robot Name=\"%s\" Id=\"%d\"/>\n", name, position);
    send_to(&door, message);
    ssize_t length = recvfrom(arena, message, LONGEST - 1, 0, (struct sockaddr *)&robot, &size);
    message[length < 0 ? 0 : length] = 0;
    if (strstr(message, "Status=\"Ok\"") == NULL) {
        fprintf(stderr, "The arena at %s:%d does not take this robot.\n", host, port);
        return 1;
    }

    /* Once in each cycle the arena tells what the robot measures; it expects orders each time. */
    while ((length = recv(arena, message, LONGEST - 1, 0)) > 0) {
        message[length] = 0;
        int is_running = strstr(message, "Start=\"On\"") != NULL;
        int is_waiting = strstr(message, "Stop=\"On\"") != NULL;
        if (!is_running && !is_waiting) break; /* the time is up */
        double front = number(message, "IRSensor Id=\"0\"", "Value", 0.0);
        double left = number(message, "IRSensor Id=\"1\"", "Value", 0.0);
        double right = number(message, "IRSensor Id=\"2\"", "Value", 0.0);
        double time = number(message, "<Measures", "Time", 0.0);
        int is_near = front > 1.5 || left > 3.0 || right > 3.0;
        double turn = !is_near ? 0.0 : left < right ? 0.1 : -0.1;
        double pace = is_near ? 0.0 : 0.12;
        char orders[160], thought[160];
        snprintf(orders, sizeof orders, "<Actions LeftMotor=\"%g\" RightMotor=\"%g\"/>\n",
                 pace - turn, pace + turn);
        if (is_running && (int)time % 20 == 1) {
            snprintf(thought, sizeof thought, "<Thought Frame=\"start\"><Text Value=\"%s\"/></Thought>\n",
                     is_near ? "a wall" : "all clear");
            send_to(&door, thought);
        }
        send_to(&robot, orders);
    }
    close(arena);
    return 0;
}
