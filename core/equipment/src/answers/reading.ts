import type { Logger } from '@linecard/plugin-kit'
import type { AnswerKey, AnswerStore, StoredAnswer } from './store.ts'

/** Stored answers as calls use them. */
export interface Answers {
  /** A stored answer that is good `enough`, else the best there is. Throws where the store cannot be read. */
  find(key: AnswerKey, enough: (answer: StoredAnswer) => boolean): Promise<StoredAnswer | null>
  /** The same for a call that can ask the device instead: a store that cannot be read is a store that has nothing. */
  findIfPossible(key: AnswerKey, enough: (answer: StoredAnswer) => boolean): Promise<StoredAnswer | null>
  /** Keeps an answer; where that fails the log says so, and the call has its answer all the same. */
  keep(key: AnswerKey, answer: StoredAnswer): Promise<void>
}

export function createAnswers(store: AnswerStore, log: Logger): Answers {
  /** A question about one interface is also answered by the answer for all of them. */
  async function find(key: AnswerKey, enough: (answer: StoredAnswer) => boolean): Promise<StoredAnswer | null> {
    const exact = await store.read(key)
    if (exact && enough(exact)) return exact
    const { interface: wanted, ...others } = key.args
    if (typeof wanted !== 'string' && typeof wanted !== 'number') return exact
    const id = await store.findInterface(key.deviceId, wanted)
    const part = id === null ? null : await store.readRows({ ...key, args: others }, id)
    return part && (!exact || part.time > exact.time) ? part : exact
  }
  const told = ({ deviceId, module }: AnswerKey, message: string) => (error: unknown) => {
    log.warn({ err: error, device_id: deviceId, module }, message)
    return null
  }
  return {
    find,
    findIfPossible: (key, enough) => find(key, enough).catch(told(key, 'a stored answer cannot be read; the device is asked')),
    async keep(key, answer) { await store.write(key, answer).catch(told(key, 'an answer cannot be stored; it is given all the same')) },
  }
}
