import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { install } from '../install/install.mjs'

export interface Registry {
  /** With a slash at its end. */
  url: string
  stop(): Promise<void>
}

/** A package as npm packs it: its manifest, and the tarball. */
export interface Published {
  manifest: object
  file: string
}

export interface RegistryOptions {
  /** 0: a free one. */
  port?: number
  /** The registry that has all other packages; null: this one has ours alone. */
  uplink: string | null
}

type Publish = (manifest: object, tarball: Buffer, options: object) => Promise<unknown>
type RunServer = (config: object) => Promise<Server>

const ours = ['@linecard/*', 'linecard']
const open = { access: '$all', publish: '$all' }

/** Verdaccio on loopback with these packages, as a public registry will have them. */
export async function startRegistry(
  tarballs: readonly Published[],
  { port = 0, uplink }: RegistryOptions,
): Promise<Registry> {
  await install(import.meta.dirname)
  const load = createRequire(join(import.meta.dirname, 'package.json'))
  const { runServer } = load('verdaccio') as { runServer: RunServer }
  const { publish } = load('libnpmpublish') as { publish: Publish }
  const storage = await mkdtemp(join(tmpdir(), 'linecard-registry-'))
  const server = await runServer({
    configPath: join(storage, 'config.yaml'),
    storage,
    self_path: storage,
    uplinks: uplink ? { npm: { url: uplink, maxage: '1h' } } : {},
    packages: {
      ...Object.fromEntries(ours.map(name => [name, open])),
      '**': uplink ? { access: '$all', proxy: 'npm' } : { access: '$all' },
    },
    auth: { htpasswd: { file: join(storage, 'htpasswd'), max_users: -1 } },
    web: { enable: false },
    max_body_size: '10mb',
    log: { type: 'stdout', format: 'pretty', level: 'fatal' },
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const stop = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
    await rm(storage, { recursive: true, force: true })
  }
  try {
    for (const { manifest, file } of tarballs)
      await publish(manifest, await readFile(file), {
        registry: url,
        access: 'public',
        forceAuth: { token: 'any' },
      })
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}
