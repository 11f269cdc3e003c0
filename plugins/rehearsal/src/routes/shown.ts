import type { Caller, CommandOutcome, PreparedCommand, ShownDevice } from '@linecard/plugin-kit'
import { withoutSecrets } from '@linecard/template-kit'
import type { LivingCopy } from '../copies/copies.ts'
import type { Difference } from '../copies/orders.ts'
import type { Rehearsals } from '../setup.ts'

/** The device and its copy, as every answer shows them. */
export async function copyShown({ ctx }: Rehearsals, living: LivingCopy, caller: Caller) {
  const { original, model, not_copied } = living
  const devices = await ctx.use('devices').shown([original.id], caller)
  return { device: devices.get(original.id) as ShownDevice, copy: { model, not_copied } }
}

/** A difference without the secrets of these commands, and without those that configurations show. */
export async function differenceShown(
  { ctx }: Rehearsals,
  { target: { modelKey } }: LivingCopy,
  { equal, unified }: Difference,
  commands: readonly PreparedCommand[],
): Promise<Difference> {
  if (unified === null) return { equal, unified }
  const secrets = commands.flatMap(one => one.secrets ?? [])
  const shown = await ctx.use('configurations').masked(modelKey, withoutSecrets(unified, secrets))
  return { equal, unified: shown }
}

/** Only the members of the answer: a row of the console may have more. */
export const outcomeShown = ({ command, output, success, error, spent_ms }: CommandOutcome) => ({
  command,
  output,
  success,
  error,
  spent_ms,
})
