import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const openssl = (folder: string, args: readonly string[]) =>
  execFileSync('openssl', [...args], { cwd: folder, stdio: 'pipe' })

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

/** A CA of two days: `<name>.key` and `<name>.crt`. Returns the file of its certificate. */
export function makeCa(folder: string, name: string): string {
  const to = ['-keyout', `${name}.key`, '-out', `${name}.crt`, '-days', '2', '-subj', `/CN=${name}`]
  openssl(folder, ['req', '-x509', ...newKey, ...to])
  return join(folder, `${name}.crt`)
}

/** A certificate of the CA, for 127.0.0.1 or another subject: `<name>.key` and `<name>.crt`. */
export function makeCertificate(
  folder: string,
  ca: string,
  { name = 'server', subject = 'IP:127.0.0.1' } = {},
): { key: string; cert: string } {
  writeFileSync(join(folder, 'names'), `subjectAltName=${subject}\n`)
  const [key, cert, request] = [`${name}.key`, `${name}.crt`, `${name}.csr`]
  openssl(folder, ['req', ...newKey, '-keyout', key, '-out', request, '-subj', `/CN=${name}`])
  const signer = ['-CA', `${ca}.crt`, '-CAkey', `${ca}.key`, '-CAcreateserial']
  openssl(folder, ['x509', '-req', '-in', request, ...signer, '-extfile', 'names', '-out', cert])
  return { key: join(folder, key), cert: join(folder, cert) }
}
