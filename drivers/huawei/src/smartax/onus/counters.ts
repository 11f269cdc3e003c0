import { counter, table } from '@linecard/driver-kit'
import type { OnuCounters } from '@linecard/driver-kit/onus'
import { eponOnuCounters, gponOnu } from '../indexes.ts'
import { xpon } from '../nodes.ts'

const gpon = `${xpon}.4.23.1`
const epon = `${xpon}.4.42.1`

/** hwGponOntStatistic: octets and dropped frames, up (from the ONU) and down. */
export const gponCounters: OnuCounters = {
  columns: table({
    in_octets: counter(`${gpon}.3`),
    out_octets: counter(`${gpon}.4`),
    in_discards: counter(`${gpon}.5`),
    out_discards: counter(`${gpon}.6`),
  }),
  index: [gponOnu],
}
/** The logical port of an EPON ONU at the OLT: received and sent octets. */
export const eponCounters: OnuCounters = {
  columns: table({ in_octets: counter(`${epon}.3`), out_octets: counter(`${epon}.22`) }),
  index: [eponOnuCounters],
}
/** SET 1 clears the counters of a GPON ONU. */
export const clearGpon = `${gpon}.20`
