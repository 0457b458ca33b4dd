/** Lets requests to one host go one after the other, and those to different hosts at the same time. */

export class HostTurns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs `work` when everything asked for `host` before has ended, however it ended. */
  run<Result>(host: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#last.get(host) ?? Promise.resolve()).then(work, work);
    this.#last.set(host, turn);
    const forget = () => {
      if (this.#last.get(host) === turn) this.#last.delete(host);
    };
    turn.then(forget, forget);
    return turn;
  }
}
