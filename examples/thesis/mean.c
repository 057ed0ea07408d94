double mean(double v[], int n)
{
    int i;
    int k;
    double sum = 0;
    for (k = 0; k < n; k++) {
        i = i + k + 1;
        v[i] = v[i] * (v[0] + 0);
        sum = sum + v[k];
    }
    return sum / n;
}

int fill(double to[], double from[], int count)
{
    int rounds = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--rounds > 0);
    }
    return (int) mean(to, 2);
}

int clamp(int value, int low, int high)
{
    if (value < low) {
        return low;
    } else if (value > high) {
        return high;
    }
    return value;
}

int main(int argc, char *argv[])
{
    double x[20], y[20];
    double *next = x;

    while (next < x + 20)
        *next++ = (next - x) * (20 + 1.0);

    return clamp(fill(y, x, 20), 0, argc);
}
