/** Simulates the kill of a process whose parts all run inside the test's process. */
import { Socket } from 'node:net';
import type { ISocketFactory } from 'kafkajs';

/** A result leads to the next call within this number of turns of the event loop. */
const QUIET_TURNS = 3;

/** The outside connections of a simulated process. `cut` ends them all and blocks later ones. */
export class Lifeline {
  readonly #sockets = new Set<Socket>();
  #isCut = false;
  #underWay = 0;

  /** Wraps a port: calls after the cut, and calls in progress at the cut, never settle. */
  wrap<T extends object>(port: T): T {
    return new Proxy(port, {
      get: (target, name) => {
        const member = Reflect.get(target, name, target) as unknown;
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => (this.#isCut ? never() : this.#unlessCut(member.apply(target, args)));
      },
    });
  }

  /** Creates the sockets of a kafkajs client. */
  readonly socketFactory: ISocketFactory = ({ host, port, onConnect }) => {
    const socket = new Socket();
    if (this.#isCut) {
      socket.destroy(new Error('the process was killed'));
      return socket;
    }
    this.#sockets.add(socket);
    return socket.connect({ host, port }, onConnect);
  };

  /** Waits until the calls in progress, and the calls that follow from them, have settled. */
  async quiet(): Promise<void> {
    for (let turns = 0; turns < QUIET_TURNS; turns++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#underWay > 0) turns = -1;
    }
  }

  /** Destroys the sockets; from now on no wrapped call settles. */
  cut(): void {
    this.#isCut = true;
    // kafkajs doesn't notice a socket that closes without an error.
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
