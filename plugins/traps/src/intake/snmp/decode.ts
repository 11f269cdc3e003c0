import snmp from 'net-snmp'
import { cleanBytes } from '../clean.ts'
import type { HeardTrap, ObjectValue } from '../orders.ts'
import type { ReadPdu } from './gate.ts'
import type { Names } from './names.ts'

/** Objects of one notification, characters of one value, and sub-identifiers of an OID that are kept. */
const [mostObjects, mostText, mostIds] = [100, 1000, 128]
const [trapOid, sysUpTime] = ['1.3.6.1.6.3.1.1.4.1.0', '1.3.6.1.2.1.1.3.0']
const generic = '1.3.6.1.6.3.1.1.5'
const types = snmp.ObjectType as unknown as Record<number, string>
const missing: ReadonlySet<string> = new Set(['NoSuchObject', 'NoSuchInstance', 'EndOfMibView'])

const isText = (bytes: Buffer): boolean => {
  for (const octet of bytes) if (octet < 32 && octet !== 9 && octet !== 10 && octet !== 13) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Octets as text, else as `0x` and hexadecimal digits. Zeros at the end of a text are left out. */
function octetsOf(bytes: Buffer): string {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end--
  const body = bytes.subarray(0, end)
  if (isText(body)) return cleanBytes(body, mostText)
  return `0x${bytes.subarray(0, mostText / 2).toString('hex')}`
}

function valueOf(value: unknown): ObjectValue['value'] {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'boolean') return Number(value)
  if (Buffer.isBuffer(value)) return octetsOf(value)
  return typeof value === 'string' ? value.slice(0, mostText) : null
}

const isOid = (oid: unknown): oid is string => typeof oid === 'string' && /^[0-2](\.\d{1,10})+$/.test(oid)

/** Counter64 comes as octets with the most significant one first. */
const raw = (type: string, value: unknown): unknown =>
  type === 'Counter64' && Buffer.isBuffer(value) ? BigInt(`0x${value.toString('hex') || '0'}`) : value

/** What a notification says, bounded, with the names of its objects. */
export function decodePdu(
  pdu: ReadPdu,
  names: Names,
): Pick<HeardTrap, 'oid' | 'name' | 'uptime' | 'objects' | 'errors'> {
  const errors: string[] = []
  const isV1 = pdu.enterprise !== undefined
  let oid = isV1 ? v1Oid(pdu) : null
  let uptime = isV1 ? (pdu.upTime ?? null) : null
  const objects: ObjectValue[] = []
  let left = 0
  for (const varbind of pdu.varbinds) {
    if (!isOid(varbind.oid) || varbind.oid.split('.').length > mostIds) {
      errors.push('an object has no valid OID')
      continue
    }
    const type = types[varbind.type] ?? String(varbind.type)
    if (varbind.oid === trapOid && oid === null && isOid(varbind.value)) {
      oid = varbind.value
      continue
    }
    if (varbind.oid === sysUpTime && !isV1 && typeof varbind.value === 'number') {
      uptime = varbind.value
      continue
    }
    if (missing.has(type)) errors.push(`${varbind.oid}: ${type}`)
    if (objects.length === mostObjects) left++
    else
      objects.push({
        oid: varbind.oid,
        name: names.of(varbind.oid),
        type,
        value: valueOf(raw(type, varbind.value)),
      })
  }
  if (left > 0) errors.push(`${left} more objects were left out`)
  if (oid === null) errors.push('it does not say which notification it is (snmpTrapOID)')
  const known = oid ?? '0.0'
  return { oid: known, name: oid && names.of(known), uptime, objects, errors: errors.slice(0, 20) }
}

/** RFC 3584, 3.1: the notification of a trap of SNMPv1. */
function v1Oid({ enterprise, generic: kind = 6, specific = 0 }: ReadPdu): string | null {
  if (kind >= 0 && kind < 6) return `${generic}.${kind + 1}`
  return isOid(enterprise) && enterprise.split('.').length < mostIds && specific >= 0
    ? `${enterprise}.0.${specific}`
    : null
}
