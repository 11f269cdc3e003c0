import { chownSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectOnce, type PgClient } from '../../kernel/src/database/pg.ts'
import { openHome } from '../../kernel/src/database/embedded/home.ts'
import { makeCa, makeCertificate } from './certificates.ts'
import { keptLog } from './log.ts'
import { startServer } from './postgres.ts'

export interface TlsServer {
  /** Without what it says of TLS. */
  url: string
  /** `url` with the mode verify-full and this CA. */
  verified(ca?: string): string
  /** Files of the CA that signed the certificate, and of another one. */
  ca: string
  otherCa: string
  admin: PgClient
  end(): Promise<void>
}

/**
 * A PostgreSQL server that lets in nobody without TLS. Its certificate is for the address 127.0.0.1 alone.
 */
export async function startTlsServer(): Promise<TlsServer> {
  const folder = mkdtempSync(join(tmpdir(), 'linecard-tls-'))
  const [ca, otherCa] = [makeCa(folder, 'ca'), makeCa(folder, 'other')]
  makeCertificate(folder, 'ca')
  const server = await startServer()
  const { data, account } = await openHome(server.dataDir, keptLog())
  for (const name of ['server.key', 'server.crt']) {
    const file = join(data, name)
    copyFileSync(join(folder, name), file)
    if (account) chownSync(file, account.uid, account.gid)
  }
  writeFileSync(join(data, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n')
  const plain = await connectOnce(server.url)
  await plain.query('alter system set ssl = on')
  await plain.query('select pg_reload_conf()')
  await plain.end()
  const verified = (file = ca) => `${server.url}?sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`
  const admin = await connectOnce(verified())
  return {
    url: server.url,
    verified,
    ca,
    otherCa,
    admin,
    async end() {
      await admin.end()
      await server.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
