-- moving averages of a series of samples, and a report about them
local stats = require("stats")

local WINDOW = 5
local limits = { low = 10, high = 30 }
local names = { low = "low", high = "high" }

local function clamp(value, low, high)
    if value < low then
        return low
    elseif value > high then
        return high
    end
    return value
end

local function mean(samples, first, last)
    local sum, count = 0, 0
    for index = first, last do
        if samples ~= nil then
            sum = sum + index
            count = count + 1
        end
    end
    local scale = 100
    local average = (sum + count) * scale / last
    return clamp(average, first, last)
end

function report(samples, title)
    local lines = {}
    local total = 0
    for index, value in ipairs(samples) do
        total = total + value
        local label = names
        while value > total do
            value = value - WINDOW
        end
        print(title .. label)
    end
    repeat
        total = total - 1
    until total < WINDOW
    if total == 0 then
        print("nothing to report")
    else
        print(mean(samples, total, WINDOW))
    end
    return lines
end

report(limits, "samples")
