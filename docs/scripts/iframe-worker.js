"use strict";
// Browsers start no worker for a page from a folder (file:), and the search runs in one. Here the worker's script runs in a
// hidden frame instead, which looks like a worker to both sides.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.waiting = [];
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      this.inside.postMessage = (data) => {
        const event = new MessageEvent("message", { data });
        this.dispatchEvent(event);
        if (this.onmessage) this.onmessage(event);
      };
      this.inside.importScripts = (...addresses) => Promise.all(addresses.map((each) => this.load(each)));
      this.load(address).then(() => {
        this.ready = true;
        this.waiting.splice(0).forEach((data) => this.postMessage(data));
      });
    }
    load(address) {
      return new Promise((loaded) => {
        const script = this.inside.document.createElement("script");
        script.src = new URL(address, location.href);
        script.onload = script.onerror = loaded;
        this.inside.document.body.append(script);
      });
    }
    postMessage(data) {
      if (!this.ready) this.waiting.push(data);
      else this.inside.dispatchEvent(new MessageEvent("message", { data }));
    }
    terminate() {}
  };
}
