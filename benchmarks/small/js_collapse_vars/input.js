// A store in the manner of Redux, and a counter that uses it.
function createStore(reducer, initial) {
    var state = initial, listeners = [];
    return {
        get: function () { return state; },
        subscribe: function (listener) {
            listeners.push(listener);
            return function () { listeners.splice(listeners.indexOf(listener), 1); };
        },
        dispatch: function (action) {
            state = reducer(state, action);
            listeners.forEach(function (listener) { listener(state); });
        }
    };
}

function copy(target) {
    for (var index = 1; index < arguments.length; index++) {
        for (var key in arguments[index]) target[key] = arguments[index][key];
    }
    return target;
}

function reducer(state, action) {
    switch (action.type) {
        case "add": return copy({}, state, { count: state.count + (action.by || 1) });
        case "reset": return copy({}, state, { count: 0 });
        default: return state;
    }
}

function notify(options, silent) {
    if (silent && options.count > 1) console.log("many:", options.count);
    else console.log(options.label || "none", options.count);
}

function report(store) {
    var options = { label: "before", count: -1 };
    options = copy({}, options, store.get());
    options.done = true;
    notify(options, true);
}

var store = createStore(reducer, { count: 0, label: "clicks" });
var stop = store.subscribe(function (state) {
    if (state.count % 2 === 0) console.log("even", state.count);
});
for (var step = 0; step < 3; step++) store.dispatch({ type: "add", by: step });
report(store);
stop();
store.dispatch({ type: "reset" });
console.log(JSON.stringify(store.get()));
