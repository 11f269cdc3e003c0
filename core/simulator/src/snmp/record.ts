import { formatSnmprec, recordingOf } from '@linecard/driver-kit/recording'
import { type Mib, encodeObject } from './mib.ts'
import { decodeVarbind } from './pdu.ts'

/** Freezes what a device says now into the text of a `.snmprec`. A device, or its MIB alone. */
export function recordMib(from: { mib: Mib } | Mib): string {
  const view = ('mib' in from ? from.mib : from).view()
  return formatSnmprec(recordingOf(view.objects().map(object => decodeVarbind(encodeObject(object)))))
}
