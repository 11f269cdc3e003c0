import { createServer, type ServerResponse } from 'node:http'
import type { DatabaseState } from '../database/index.ts'
import type { Metrics } from '../http/metrics.ts'
import type { Start } from '../start.ts'
import { tellFigures } from './figures.ts'

interface Page {
  metrics: Pick<Metrics, 'text' | 'contentType'>
  databaseState(): Promise<DatabaseState>
  stopping(): boolean
}

const answer = (response: ServerResponse, status: number, type: string, body: string) =>
  response.writeHead(status, { 'content-type': type }).end(body)

const json = (response: ServerResponse, status: number, state: string) =>
  answer(response, status, 'application/json', JSON.stringify({ status: state }))

async function reply(path: string, response: ServerResponse, page: Page): Promise<void> {
  if (path === '/metrics') answer(response, 200, page.metrics.contentType, await page.metrics.text())
  else if (path === '/health/live') json(response, 200, 'ok')
  else if (path === '/health/ready') {
    const up = !page.stopping() && (await page.databaseState()) === 'Up'
    json(response, up ? 200 : 503, up ? 'ok' : 'unavailable')
  } else json(response, 404, 'not found')
}

/**
 * Answers `/metrics`, `/health/live` and `/health/ready` of a worker, if it was given a port, at the address
 * of the config. The service that started it, if any, gets its metrics without a port.
 */
export async function openWorkerPage(start: Start, page: Page): Promise<void> {
  const { options, config, mode, log, stop } = start
  tellFigures(start, page.metrics)
  const { workerPort: port = null } = options
  if (mode !== 'worker' || port === null) return
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    if (request.method !== 'GET') return void json(response, 405, 'only GET')
    reply(new URL(request.url ?? '/', 'http://worker').pathname, response, page).catch((error: unknown) => {
      log.error({ err: error }, 'the page of the worker failed')
      if (!response.headersSent) json(response, 500, 'error')
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, config.http.host, resolve)
  })
  stop.push({
    what: 'page of the worker',
    ms: 500,
    run: () => {
      server.closeAllConnections()
      server.close()
    },
  })
  log.info({ host: config.http.host, port }, 'the worker answers /metrics and /health')
}
