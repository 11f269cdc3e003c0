import { createServer } from 'node:http'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { basename } from 'node:path'
import type { Tarball } from './tarballs.ts'

export interface Registry {
  url: string
  stop(): Promise<void>
}

/** A registry of these packages alone, as npm asks one: what `npm install @linecard/…` will see. */
export async function startRegistry(tarballs: readonly Tarball[]): Promise<Registry> {
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url!, 'http://localhost').pathname).slice(1)
    const wanted = tarballs.find(({ file }) => basename(file) === path)
    if (wanted) return void response.end(await readFile(wanted.file))
    const found = tarballs.find(({ manifest }) => manifest.name === path)
    if (!found) return void response.writeHead(404).end()
    const { manifest, file, integrity } = found
    const dist = { integrity, tarball: `${registry.url}${basename(file)}` }
    const { name, version } = manifest
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        name,
        'dist-tags': { latest: version },
        versions: { [version]: { ...manifest, dist } },
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const registry = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return registry
}
