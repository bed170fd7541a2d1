import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;

/** An agent in the manner of the contest's Java library: no NUL behind what it sends, length - 1 read. */
public class CiberAgent {
    public static void main(String[] words) throws Exception {
        String[] where = words[0].split(":");
        InetAddress host = InetAddress.getByName(where[0]);
        int port = where.length > 1 ? Integer.parseInt(where[1]) : 6000;
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.setSoTimeout(10000);
            byte[] hello = ("<Robot Name=\"" + words[2] + "\" Id=\"" + words[1] + "\"/>").getBytes();
            socket.send(new DatagramPacket(hello, hello.length, host, port));
            DatagramPacket heard = new DatagramPacket(new byte[4096], 4096);
            socket.receive(heard);
            SocketAddress robot = heard.getSocketAddress();
            byte[] led = "<Actions VisitingLed=\"Off\"/>".getBytes();
            byte[] drive = "<Actions LeftMotor=\"0.1\" RightMotor=\"0.1\"/>".getBytes();
            while (true) {
                socket.receive(heard);
                String told = new String(
                    heard.getData(), 0, heard.getLength() - 1, StandardCharsets.ISO_8859_1);
                if (told.contains("Start=\"Off\" Stop=\"Off\"")) {
                    return;
                }
                socket.send(new DatagramPacket(led, led.length, robot));
                socket.send(new DatagramPacket(drive, drive.length, robot));
            }
        }
    }
}
