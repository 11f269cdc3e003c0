import type { Logger } from '@linecard/plugin-kit'
import type { AnswerKey, AnswerStore, StoredAnswer } from './store.ts'

type IsEnough = (answer: StoredAnswer) => boolean

/**
 * Stored answers for calls. A store that fails does not fail a call that can ask the device: the failure goes
 * to the log.
 */
export interface StoredAnswers {
  /**
   * The first stored answer that is good enough, else the newest one. An answer for all interfaces also
   * answers a question about one of them. Throws if the store cannot be read.
   */
  find(key: AnswerKey, isEnough: IsEnough): Promise<StoredAnswer | null>
  /** The same, but null if the store cannot be read. */
  findIfPossible(key: AnswerKey, isEnough: IsEnough): Promise<StoredAnswer | null>
  /** Marks all answers of a device as outdated, after a change. */
  outdate(deviceId: number): Promise<void>
  /** Removes or marks what is stored under bind keys, after ports have got other ones. */
  renumbered(deviceId: number): Promise<void>
  keep(key: AnswerKey, answer: StoredAnswer): Promise<void>
}

export function createStoredAnswers(store: AnswerStore, log: Logger): StoredAnswers {
  async function find(key: AnswerKey, isEnough: IsEnough): Promise<StoredAnswer | null> {
    const exact = await store.read(key)
    if (exact && isEnough(exact)) return exact
    const { interface: wanted, ...others } = key.args
    if (typeof wanted !== 'string' && typeof wanted !== 'number') return exact
    const id = await store.findInterface(key.deviceId, wanted)
    const part = id === null ? null : await store.readRows({ ...key, args: others }, id)
    return part && (!exact || part.time > exact.time) ? part : exact
  }
  const mark = async (deviceId: number, how: 'outdate' | 'renumbered', why: string) => {
    try {
      await store[how](deviceId)
    } catch (error) {
      const fields = { err: error, device_id: deviceId }
      log.warn(fields, `${why}, but its stored answers cannot be marked as outdated`)
    }
  }
  return {
    find,
    async findIfPossible(key, isEnough) {
      try {
        return await find(key, isEnough)
      } catch (error) {
        const fields = { err: error, device_id: key.deviceId, module: key.module }
        log.warn(fields, 'cannot read a stored answer; the device is asked instead')
        return null
      }
    },
    outdate: deviceId => mark(deviceId, 'outdate', 'a device was changed'),
    renumbered: deviceId => mark(deviceId, 'renumbered', 'ports of a device were renumbered'),
    async keep(key, answer) {
      if (answer.json === null) {
        const fields = { device_id: key.deviceId, module: key.module }
        return log.warn(fields, 'an answer is larger than stored_answer_octets and is not stored')
      }
      try {
        await store.write(key, answer)
      } catch (error) {
        const fields = { err: error, device_id: key.deviceId, module: key.module }
        log.warn(fields, 'cannot store an answer; the caller gets it all the same')
      }
    },
  }
}
