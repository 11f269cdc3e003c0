import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { tlv } from '../snmp/ber.ts'

/** Object identifiers of X.509 (RFC 5280, RFC 5758) as they are encoded. */
const ecdsaWithSha256 = Buffer.from('2a8648ce3d040302', 'hex')
const commonName = Buffer.from('550403', 'hex')
const [INTEGER, BIT_STRING, OID, UTF8, UTC_TIME, SEQUENCE, SET] = [0x02, 0x03, 0x06, 0x0c, 0x17, 0x30, 0x31]

const utcTime = (date: Date) =>
  tlv(UTC_TIME, Buffer.from(`${date.toISOString().slice(2).replace(/[-:T]/g, '').slice(0, 12)}Z`))
const pem = (what: string, der: Buffer) =>
  `-----BEGIN ${what}-----\n${der
    .toString('base64')
    .match(/.{1,64}/g)!
    .join('\n')}\n-----END ${what}-----\n`

/** A key and its self-signed certificate: X.509 version 1, P-256, valid for a year. */
export function selfSigned(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = tlv(SEQUENCE, tlv(OID, ecdsaWithSha256))
  const subject = tlv(SEQUENCE, tlv(SET, tlv(SEQUENCE, tlv(OID, commonName), tlv(UTF8, Buffer.from(name)))))
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(7)])
  const now = Date.now()
  const body = tlv(
    SEQUENCE,
    tlv(INTEGER, serial),
    algorithm,
    subject,
    tlv(SEQUENCE, utcTime(new Date(now - 86_400_000)), utcTime(new Date(now + 365 * 86_400_000))),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = tlv(BIT_STRING, Buffer.from([0]), sign('sha256', body, privateKey))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: pem('CERTIFICATE', tlv(SEQUENCE, body, algorithm, signature)),
  }
}
