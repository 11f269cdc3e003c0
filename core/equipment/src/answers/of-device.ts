import type { StoredAnswers, StoredOfDevice } from '@linecard/plugin-kit'
import type { AnswerStore } from './store.ts'

/** What is stored of a device as a whole, one module after the other. */
export const createStored =
  (store: Pick<AnswerStore, 'read'>): StoredAnswers['stored'] =>
  async (deviceId, modules) => {
    const found = new Map<string, StoredOfDevice>()
    for (const module of modules) {
      const answer = await store.read({ deviceId, module, args: {} })
      if (!answer) continue
      const { data, complete, time, outdated = false } = answer
      found.set(module, { data, complete, time, outdated })
    }
    return found
  }
