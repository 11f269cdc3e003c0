import { DeviceError } from '@linecard/driver-kit'
import type { Detection, DriverIndex } from '@linecard/driver-kit/detection'
import type { Target } from '@linecard/plugin-kit'
import type { Pool } from '../sessions/pool.ts'

const sysDescr = '1.3.6.1.2.1.1.1.0'
const sysObjectId = '1.3.6.1.2.1.1.2.0'

/**
 * What a device says, as the text that detection compares: octet strings as text, all else in decimal or
 * dotted form.
 */
export const textOf = (value: number | bigint | Buffer | string | null): string | null =>
  value === null
    ? null
    : Buffer.isBuffer(value)
      ? value.toString('utf8').replaceAll('\0', '').toWellFormed()
      : String(value)

/**
 * Reads SNMPv2-MIB sysObjectID and sysDescr, then what the index still wants to know. Throws DeviceTimeout
 * for a silent address.
 */
export async function detectDevice(
  target: Target,
  {
    pool,
    index,
    deadlineMs,
    closing,
  }: { pool: Pool; index: DriverIndex; deadlineMs: number; closing: AbortSignal },
): Promise<Detection> {
  const deadline = new AbortController()
  const timer = setTimeout(
    () =>
      deadline.abort(
        new DeviceError('DeviceTimeout', `${target.ip} was not detected within ${deadlineMs / 1000} s.`),
      ),
    deadlineMs,
  )
  const signal = AbortSignal.any([deadline.signal, closing])
  try {
    return await pool.run({ target, tuning: {}, kind: 'read', signal }, async device => {
      const snmp = device.snmp.until(signal)
      const ask = async (oids: readonly string[]) => {
        const answer = await snmp.get(oids).catch((error: unknown) => {
          throw signal.aborted ? signal.reason : error
        })
        return oids.map(oid => textOf(answer.get(oid)?.value ?? null))
      }
      const [objectId, descr] = await ask([sysObjectId, sysDescr])
      return index.detect(
        { objectId: objectId ?? null, descr: descr ?? null },
        async oid => (await ask([oid]))[0] ?? null,
      )
    })
  } finally {
    clearTimeout(timer)
  }
}
