import type { PollStore } from '@linecard/plugin-kit'
import type { OnuHistory } from './setup.ts'

export const pollStores: Readonly<Record<string, PollStore<OnuHistory>>> = {
  optical_strength: { store: ({ light }, polled) => light.keepPolled(polled) },
}
