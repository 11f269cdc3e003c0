import type { ResultOf } from '@linecard/driver-kit'
import { fdb } from '@linecard/driver-kit/modules'
import { answerOf, type LiveAnswer } from '@linecard/plugin-kit'

type Row = ResultOf<typeof fdb>[number]
const behindOnu = ({ interface: at }: Row) => at?.type === 'ONU' || at?.type === 'UNI'

/** MAC addresses behind ONUs. Those behind uplinks are in `fdb` of the switches. */
export const macsAnswer: LiveAnswer = {
  ...answerOf(fdb),
  make: parts => (parts.get(fdb.name)?.data as Row[] | undefined)?.filter(behindOnu) ?? null,
}
