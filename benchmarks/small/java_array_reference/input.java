import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class Inventory {
    private final Map<String, List<Integer>> counts = new TreeMap<>();
    private static final int LIMIT = 100;

    enum Level { EMPTY, LOW, FULL }

    static class Item implements Comparable<Item> {
        final String name;
        final int amount;

        Item(String name, int amount) {
            this.name = name;
            this.amount = amount;
        }

        @Override
        public int compareTo(Item other) {
            return Integer.compare(amount, other.amount);
        }
    }

    void add(String name, int amount) {
        if (amount < 0 || amount > LIMIT) {
            throw new IllegalArgumentException("amount of " + name + ": " + amount);
        }
        counts.computeIfAbsent(name, key -> new ArrayList<>()).add(amount);
    }

    Level level(String name) {
        int sum = 0;
        for (int amount : counts.getOrDefault(name, List.of())) {
            sum += amount;
        }
        return sum == 0 ? Level.EMPTY : sum < LIMIT ? Level.LOW : Level.FULL;
    }

    int[][] table(List<Item> items) {
        Stream<int[]> rows = items.stream()
            .sorted(Comparator.comparing((Item item) -> item.name))
            .map(item -> new int[] {item.amount, item.name.length()});
        return rows.toArray(int[][]::new);
    }

    static <T, R> List<R> mapped(List<T> all, Function<? super T, ? extends R> function) {
        return all.stream().map(function).collect(Collectors.toList());
    }

    public static void main(String[] arguments) {
        Inventory inventory = new Inventory();
        for (String each : arguments) {
            inventory.add(each, each.length());
        }
        System.out.println(mapped(List.of(arguments), inventory::level));
    }
}
