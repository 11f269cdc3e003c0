import { ponOntsOptical } from '@linecard/driver-kit/modules'
import type { Context, Keep } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { storeLight, type OpticalRow } from './light/store.ts'

export const keeps: Readonly<Record<string, Keep<Context<Config>>>> = {
  light: {
    modules: [ponOntsOptical],
    async keep(ctx, answers) {
      for (const { device_id: id, data, time } of answers)
        await storeLight(() => ctx.em(), id, data as OpticalRow[], time, ctx.config)
    },
  },
}
