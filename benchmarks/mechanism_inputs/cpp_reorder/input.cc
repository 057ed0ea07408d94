#define CAPACITY 16
namespace store {
class Clock {
public:
  Clock();
  int now() const;
private:
  int started;
  int ticks;
};

class Buffer {
public:
  explicit Buffer(int size);
  ~Buffer();
  void push(int value);
  int at(int index) const;
private:
  int *data;
  int used;
  int room;
  Clock clock;
};

Clock::Clock() : started(0), ticks(started + 1) {}

int Clock::now() const {
  return started + ticks;
}

Buffer::Buffer(int size) : room(size > 0 ? size : CAPACITY), used(0), data(new int[room]) {
  for (int i = 0; i < room; i++)
    data[i] = clock.now();
}

Buffer::~Buffer() {
  delete[] data;
}

void Buffer::push(int value) {
  if (used < room)
    data[used++] = value;
}

int Buffer::at(int index) const {
  return index < used ? data[index] : -1;
}
}

int main() {
  store::Buffer buffer(3);
  for (int i = 0; i < 5; i++)
    buffer.push(i * i);
  return buffer.at(2);
}
