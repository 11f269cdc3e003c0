import type { CommandOutcome, ShownDevice } from '@linecard/plugin-kit'
import type { LivingCopy } from '../copies/copies.ts'
import type { Rehearsals } from '../setup.ts'
import type { Caller } from '@linecard/plugin-kit'

/** The device and its copy, as every answer shows them. */
export async function copyShown({ ctx }: Rehearsals, living: LivingCopy, caller: Caller) {
  const { original, model, not_copied } = living
  const devices = await ctx.use('devices').shown([original.id], caller)
  return { device: devices.get(original.id) as ShownDevice, copy: { model, not_copied } }
}

/** Only the members of the answer: a row of the console may have more. */
export const outcomeShown = ({ command, output, success, error, spent_ms }: CommandOutcome) => ({
  command,
  output,
  success,
  error,
  spent_ms,
})
