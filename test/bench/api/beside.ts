import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Report } from '../kit/bench.ts'
import { allPlugins, startService, type Service } from '../kit/service.ts'
import { launch } from '../../support/launch.ts'
import type { Ask } from './measure.ts'

/** The product and a bare Fastify route, on one database. */
export interface Beside {
  service: Service
  bare: { url: string; pid: number }
  /** A request to one of them. Throws if it fails. */
  ask(url: string, ask: Ask): Promise<string>
  /** Compares the bytes of these answers. */
  compare(pages: readonly Ask[], report: Report): Promise<void>
  stop(): Promise<void>
}

/** Starts both. No job asks the devices of `fill`: their network is not one of those allowed. */
export async function startBeside(databaseUrl: string): Promise<Beside> {
  const service = await startService({
    databaseUrl,
    drivers: ['dlink', 'zte', 'generic'],
    plugins: allPlugins,
    settings: { equipment: { networks: ['192.0.2.0/24'], allow_loopback: false } },
  })
  const folder = await mkdtemp(join(tmpdir(), 'linecard-bench-'))
  const bare = await launch(
    ['--conditions=source', join(import.meta.dirname, 'bare.ts'), databaseUrl],
    join(folder, 'bare.log'),
  ).catch(async (error: unknown) => {
    await service.stop()
    throw error
  })
  const ask: Beside['ask'] = async (url, { method = 'GET', path, body }) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { 'x-auth-key': service.key, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${method} ${path} → ${answer.status}: ${text.slice(0, 500)}`)
    return text
  }
  return {
    service,
    bare,
    ask,
    async compare(pages, report) {
      const [ours, theirs] = [createHash('sha256'), createHash('sha256')]
      let bytes = 0
      for (const page of pages) {
        const [own, plain] = [await ask(service.url, page), await ask(bare.url, page)]
        ours.update(own)
        theirs.update(plain)
        bytes += Buffer.byteLength(own)
        if (own !== plain) report.fault(`${page.path}: ${differenceOf(own, plain)}`)
      }
      report.same(`bytes of ${pages.length} pages (${bytes})`, ours.digest('hex'), theirs.digest('hex'))
    },
    async stop() {
      await bare.stop()
      await service.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The first place at which two texts differ. */
function differenceOf(own: string, plain: string): string {
  const at = [...own].findIndex((letter, nth) => letter !== plain[nth])
  const shown = (text: string) => text.slice(Math.max(0, at - 60), at + 40)
  return `Linecard answers …${shown(own)}…, the bare route …${shown(plain)}…`
}
