import { ponOntsOptical } from '@linecard/driver-kit/modules'
import type { PollStore } from '@linecard/plugin-kit'
import { keepLight, type OnuHistory } from './setup.ts'

export const pollStores: Readonly<Record<string, PollStore<OnuHistory>>> = {
  optical_strength: {
    async store({ ctx }, { answers, device }) {
      const answer = answers.get(ponOntsOptical.name)
      if (answer && Array.isArray(answer.data)) await keepLight(ctx, device.id, answer.data, answer.time)
    },
  },
}
