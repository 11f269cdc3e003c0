/** The processes of an installation: which of them have ended. */
export interface Processes {
  /** uuid of this process. Store it with work that others must take over or decide if this process dies. */
  readonly id: string
  /**
   * Those of `ids` whose processes have ended. A process ends by its stop, or by silence: 10 s without a
   * beat, counted only while this process reached the database all that time. A process that was taken for
   * ended may come back (a machine that slept), so write under the condition that the work is still its own.
   */
  ended(ids: readonly string[]): Promise<string[]>
  /**
   * Calls `handler` with processes that have ended, in every process, within 15 s of their end, and soon
   * after the start of this one. The same id may come twice. Returns the function that unsubscribes.
   */
  onEnded(handler: (ids: readonly string[]) => void | Promise<void>): () => void
}
