/** What makes the parts of a killed process harmless that a test can't kill. */
import { Socket } from 'node:net';
import type { ISocketFactory } from 'kafkajs';

/** Turns of the event loop within which an answer leads to the next call. */
const QUIET_TURNS = 3;

/** A process's connections to the world; `cut` ends them all, and nothing gets through afterwards. */
export class Lifeline {
  readonly #sockets = new Set<Socket>();
  #isCut = false;
  #underWay = 0;

  /** As it was, but calls that come after the cut, or are under way then, are never answered. */
  wrap<T extends object>(port: T): T {
    return new Proxy(port, {
      get: (target, name) => {
        const member = Reflect.get(target, name, target) as unknown;
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => (this.#isCut ? never() : this.#unlessCut(member.apply(target, args)));
      },
    });
  }

  /** For kafkajs. */
  readonly socketFactory: ISocketFactory = ({ host, port, onConnect }) => {
    const socket = new Socket();
    if (this.#isCut) {
      socket.destroy(new Error('the process was killed'));
      return socket;
    }
    this.#sockets.add(socket);
    return socket.connect({ host, port }, onConnect);
  };

  /** Until calls under way have been answered, and those that follow from the answers. */
  async quiet(): Promise<void> {
    for (let turns = 0; turns < QUIET_TURNS; turns++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#underWay > 0) turns = -1;
    }
  }

  cut(): void {
    this.#isCut = true;
    // kafkajs hears errors only: it does not listen for a socket that closes without a word.
    for (const socket of this.#sockets) socket.destroy(new Error('the process was killed'));
  }

  #unlessCut(answer: unknown): unknown {
    if (!(answer instanceof Promise)) return answer;
    this.#underWay++;
    return answer
      .finally(() => this.#underWay--)
      .then(
        (value) => (this.#isCut ? never() : value),
        (error) => (this.#isCut ? never() : Promise.reject(error)),
      );
  }
}

function never(): Promise<never> {
  return new Promise(() => {});
}
