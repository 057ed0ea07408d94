template <typename T> struct Range {
  T low;
  T high;
  Range(T first, T last) : low(first), high(last) {}
  T span() const { return high - low; }
  bool holds(T value) const { return low <= value && value < high; }
};

template <typename Key, typename Value> class Histogram {
  Range<Key> range;
  Value counts[8];
  Value total;
public:
  Histogram(Key low, Key high) : range(low, high), counts(), total() {}
  void add(Key key, Value weight) {
    if (!range.holds(key))
      return;
    counts[(key - range.low) * 8 / range.span()] += weight;
    total += weight;
  }
  Value share(Key key) const {
    Value none = Value();
    Value scale = counts[key % 8] > sizeof(counts) ? Value(10) : Value(100);
    return total == none ? none : counts[key % 8] * scale / total;
  }
};

int main() {
  Histogram<int, int> ages(0, 80);
  Histogram<int, long> sums(0, 10);
  for (int age = 3; age < 70; age += 9) {
    ages.add(age, 1);
    sums.add(age % 10, age);
  }
  return (int)(ages.share(4) + sums.share(3));
}
