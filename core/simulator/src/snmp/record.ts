import { formatSnmprec, recordingOf } from '@linecard/driver-kit/recording'
import { type Mib, encodeObject } from './mib.ts'
import { decodeVarbind } from './pdu.ts'

/** Writes the present values of a device, or of a MIB, as the text of a `.snmprec`. */
export function recordMib(from: { mib: Mib } | Mib): string {
  const view = ('mib' in from ? from.mib : from).view()
  return formatSnmprec(recordingOf(view.objects().map(object => decodeVarbind(encodeObject(object)))))
}
