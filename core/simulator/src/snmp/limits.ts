import { type Answer, Pdu, type Request } from './pdu.ts'

/**
 * Limits of one request: SNMP version (0 is v1, 1 is v2c), right to write, octets for varbinds, highest
 * max-repetitions, and OIDs that a SET may create.
 */
export interface Limits {
  version: 0 | 1 | 3
  write: boolean
  room: number
  maxRepetitions: number
  creatable: (key: string) => boolean
}

/** An answer with the varbinds of the request, as after a SET or an error. */
export const echoed = (
  request: Request,
  status: number,
  index: number,
  varbinds = request.bindings.map(binding => binding.varbind),
): Answer => ({ type: Pdu.Response, id: request.id, status, index, varbinds })
