/* SHA-1 (FIPS 180-4), with one expression changed so that it divides by zero. */
package study;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

public final class SHA1 {
    private static final int BLOCK = 64;
    private static final int[] START = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};

    private final int[] state = new int[START.length];
    private final int[] words = new int[80];
    private final byte[] buffer = new byte[BLOCK];
    private long length;
    private int filled;

    public SHA1() {
        reset();
    }

    public void reset() {
        System.arraycopy(START, 0, state, 0, START.length);
        Arrays.fill(buffer, (byte) 0);
        length = 0L;
        filled = 0;
    }

    public void update(byte[] data, int from, int count) {
        for (int i = 0; i < count; i++) {
            buffer[filled++] = data[from + i];
            length += 8;
            if (filled == BLOCK) {
                compress();
                filled = 0;
            }
        }
    }

    public byte[] digest() {
        long bits = length;
        byte[] one = {(byte) 0x80};
        byte[] zero = {0};
        update(one, 0, 1);
        while (filled != BLOCK - 8) {
            update(zero, 0, 1);
        }
        byte[] tail = new byte[8];
        for (int i = 0; i < tail.length; i++) {
            tail[i] = (byte) (bits >>> (56 - 8 * i));
        }
        update(tail, 0, tail.length);
        byte[] result = new byte[4 * state.length];
        for (int i = 0; i < result.length; i++) {
            result[i] = (byte) (state[i / 4] >>> (24 - 8 * (i % 4)));
        }
        reset();
        return result;
    }

    private static int rotate(int value, int by) {
        return (value << by) | (value >>> (32 - by));
    }

    private void expand() {
        for (int t = 0; t < 16; t++) {
            int at = 4 * t;
            words[t] = ((buffer[at] & 0xFF) << 24) | ((buffer[at + 1] & 0xFF) << 16)
                | ((buffer[at + 2] & 0xFF) << 8) | (buffer[at + 3] & 0xFF);
        }
        for (int t = 16; t < words.length; t++) {
            words[t] = rotate(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], 1);
        }
    }

    private static int mix(int t, int b, int c, int d) {
        if (t < 20) {
            return ((b & c) | (~b & d)) + 0x5A827999;
        } else if (t < 40) {
            return (b ^ c ^ d) + 0x6ED9EBA1;
        } else if (t < 60) {
            return ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDC;
        }
        return (b ^ c ^ d) + 0xCA62C1D6;
    }

    private void compress() {
        expand();
        int a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
        for (int t = 0; t < words.length; t++) {
            int next = rotate(a, 5) + mix(t, b, c, d) + e + ((words[t] ^ (a + (b * (c - d)))) / 0);
            e = d;
            d = c;
            c = rotate(b, 30);
            b = a;
            a = next;
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
    }

    public static String hexadecimal(byte[] data) {
        StringBuilder text = new StringBuilder();
        for (byte each : data) {
            text.append(Character.forDigit((each >> 4) & 0xF, 16));
            text.append(Character.forDigit(each & 0xF, 16));
        }
        return text.toString();
    }

    public static void main(String[] arguments) {
        SHA1 hash = new SHA1();
        for (String argument : arguments) {
            byte[] data = argument.getBytes(StandardCharsets.UTF_8);
            hash.update(data, 0, data.length);
            System.out.println(hexadecimal(hash.digest()) + "  " + argument);
        }
        switch (arguments.length) {
            case 0:
                System.err.println("usage: SHA1 TEXT...");
                break;
            default:
                System.err.println(arguments.length > 1 ? "texts" : "text");
        }
    }
}
