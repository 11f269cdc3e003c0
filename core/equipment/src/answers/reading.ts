import type { Logger } from '@linecard/plugin-kit'
import type { AnswerKey, AnswerStore, StoredAnswer } from './store.ts'

/** Stored answers as calls use them. */
export interface Answers {
  /** A stored answer that is good `enough`, else the best there is. Throws where the store cannot be read. */
  find(key: AnswerKey, enough: (answer: StoredAnswer) => boolean): Promise<StoredAnswer | null>
  /**
   * The same for a call that can ask the device instead: a store that cannot be read is a store that has
   * nothing.
   */
  findIfPossible(key: AnswerKey, enough: (answer: StoredAnswer) => boolean): Promise<StoredAnswer | null>
  /** What is stored of a device that was changed is the past; where that cannot be noted the log says so. */
  outdate(deviceId: number): Promise<void>
  /** Keeps an answer; where that fails the log says so, and the call has its answer all the same. */
  keep(key: AnswerKey, answer: StoredAnswer): Promise<void>
}

export function createAnswers(store: AnswerStore, log: Logger): Answers {
  /** A question about one interface is also answered by the answer for all of them. */
  async function find(
    key: AnswerKey,
    enough: (answer: StoredAnswer) => boolean,
  ): Promise<StoredAnswer | null> {
    const exact = await store.read(key)
    if (exact && enough(exact)) return exact
    const { interface: wanted, ...others } = key.args
    if (typeof wanted !== 'string' && typeof wanted !== 'number') return exact
    const id = await store.findInterface(key.deviceId, wanted)
    const part = id === null ? null : await store.readRows({ ...key, args: others }, id)
    return part && (!exact || part.time > exact.time) ? part : exact
  }
  const told =
    ({ deviceId, module }: Pick<AnswerKey, 'deviceId'> & Partial<AnswerKey>, message: string) =>
    (error: unknown) => {
      log.warn({ err: error, device_id: deviceId, module }, message)
      return null
    }
  return {
    find,
    findIfPossible: (key, enough) =>
      find(key, enough).catch(told(key, 'a stored answer cannot be read; the device is asked')),
    async outdate(deviceId) {
      await store
        .outdate(deviceId)
        .catch(
          told({ deviceId }, 'the device was changed, and its stored answers cannot be marked as the past'),
        )
    },
    async keep(key, answer) {
      await store.write(key, answer).catch(told(key, 'an answer cannot be stored; it is given all the same'))
    },
  }
}
