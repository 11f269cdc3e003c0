import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import events from '@linecard/plugin-events'
import marks from '@linecard/plugin-interface-marks'
import metrics from '@linecard/plugin-metrics'
import notifications from '@linecard/plugin-notifications'
import { assert, suite, until } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import { lacks, startAlertmanager, startPrometheus, type Program } from '@linecard/test-kit/worlds/programs'
import { startReceiver, type Receiver } from '@linecard/test-kit/worlds/receiver'
import { startSmtp, subjectOf, type Smtp } from '@linecard/test-kit/worlds/smtp'

const test = suite('Prometheus and Alertmanager', { level: 'full' })
const missing = lacks('prometheus') ?? lacks('promtool') ?? lacks('prometheus-alertmanager')

/** On a favourite port of a vendor: what a scrape tells beside the values decides. */
const rule = {
  name: 'port_down',
  group: 'ports',
  enabled: true,
  for_sec: 2,
  severity: 'critical',
  title: '{{labels.interface}} of {{labels.device}} is down',
  description: 'Its state is {{value}}.',
  expression: {
    metric: 'interface_up',
    function: 'last',
    window_sec: 300,
    comparison: '==',
    threshold: 0,
    filter: { favorite: true, group_ids: [71] },
  },
}

let world!: World
/** What Prometheus scrapes: the service, or an error while `scrapesFail`. */
let between: Server
let scrapesFail = false
let receiver: Receiver
let smtp: Smtp
const programs: Program[] = []
test.before(async () => {
  if (missing) return
  receiver = await startReceiver()
  smtp = await startSmtp()
  world = await makeWorld({
    plugins: [metrics, marks, events, notifications],
    settings: {
      identity: { rate_limiter_enabled: false },
      events: { evaluate_rules: false },
      notifications: {
        webhook_private_networks: true,
        smtp_private_networks: true,
        smtp_host: '127.0.0.1',
        smtp_port: smtp.port,
        smtp_security: 'none',
        smtp_from_address: 'linecard@example.org',
      },
    },
  })
  between = createServer((request, response) => {
    void fetch(`${world.url}${request.url}`)
      .then(answer => answer.text())
      .then(text => response.writeHead(scrapesFail ? 503 : 200, { 'content-type': 'text/plain' }).end(text))
      .catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(between, 'listening')
  await world.sql(`insert into inventory_group (id, name) values (71, 'ours')`)
  await world.sql(
    `insert into inventory_device (id, ip, name, group_id, enabled) values (7, '192.0.2.7', 'sw "ours"', 71, true)`,
  )
  await world.sql(
    `insert into inventory_interface (id, device_id, bind_key, name, type)
     select 100 + n, 7, n, 'Gi0/' || n, 'ETH' from generate_series(1, 2) n`,
  )
  await world.sql(`insert into interface_marks_favorite (user_id, interface_id) values (1, 101)`)
})
test.after(async () => {
  await Promise.all(programs.map(program => program.stop()))
  between?.close()
  await world?.stop()
  await receiver?.stop()
  await smtp?.stop()
})

async function addContacts(): Promise<void> {
  await until('changes of events are followed', async () => {
    const rows = await world.sql(`select from notifications_cursor where source = 'events'`)
    return rows.length === 1
  })
  for (const [type, value] of [
    ['webhook', `${receiver.url}/told`],
    ['email', 'noc@example.org'],
  ]) {
    const added = await world.http('POST', '/component/notifications/self/contacts', { type, value })
    assert.is(added.status, 201, added.text)
  }
}

/** What both contacts were told. */
const told = () => ({
  webhook: receiver.got.map(({ text }) => {
    const { kind, event } = JSON.parse(text) as { kind: string; event: { name: string; annotation: string } }
    return `${kind}: ${event.name}: ${event.annotation}`
  }),
  email: smtp.taken.map(({ to, raw }) => `${to}: ${subjectOf(raw)}`),
})
const title = 'Gi0/1 of sw "ours" is down'
const alert = {
  webhook: `alert: port_down: ${title}`,
  email: `noc@example.org: [CRITICAL] ${title} (sw "ours")`,
}
const over = {
  webhook: `resolved: port_down: ${title}`,
  email: `noc@example.org: [RESOLVED] ${title} (sw "ours")`,
}
const comes = (what: string, count: number) =>
  until(what, () => Object.values(told()).every(all => all.length >= count))

/** How often this Alertmanager has called its webhook. */
async function calls({ url }: Program): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^alertmanager_notifications_total\{[^}]*"webhook"[^}]*\} (\S+)/m.exec(text)?.[1] ?? 0)
}
/** Two scrapes fail, and the rules are evaluated after them. */
async function failedScrapes({ url }: Program): Promise<void> {
  const ask = async <T>(path: string) =>
    ((await (await fetch(`${url}/api/v1/${path}`)).json()) as { data: T }).data
  const failures = async () => {
    const { result } = await ask<{ result: { value: [number, string] }[] }>(
      'query?query=count_over_time((up == 0)[10m:1s])',
    )
    return Number(result[0]?.value[1] ?? 0)
  }
  const evaluated = async () => {
    const { groups } = await ask<{ groups: { name: string; lastEvaluation: string }[] }>('rules')
    return Date.parse(groups.find(({ name }) => name === rule.group)!.lastEvaluation)
  }
  scrapesFail = true
  await until('two scrapes have failed', async () => (await failures()) >= 2, { everyMs: 200 })
  const since = Date.now()
  await until('the rules are evaluated then', async () => (await evaluated()) > since, { everyMs: 200 })
  scrapesFail = false
}

/** It tells the same again and again: each of these calls could be told to people once more. */
async function callsAgain(alertmanager: Program): Promise<void> {
  const before = await calls(alertmanager)
  await until('the webhook is called twice more', async () => (await calls(alertmanager)) >= before + 2, {
    everyMs: 200,
  })
}

async function tell(up: number): Promise<void> {
  const time = Date.now()
  const point = { metric: 'interface_up', device_id: 7, part: '', time, value: up }
  world.use('series').add([101, 102].map(interface_id => ({ ...point, interface_id })))
  await world.use('series').flush()
}

interface Shown {
  name: string
  severity: string
  annotation: string
  description: string
  device: { id: number } | null
  interface: { id: number } | null
  created_by: string
  resolved_at: string | null
}
const shown = async (): Promise<Shown[]> =>
  (await world.http('GET', '/component/events?name=port_down')).body.data as Shown[]

if (missing)
  test.skip(
    'an exported rule: its alert and the end are told once each, as events and to people; a failed scrape ends nothing',
    missing,
  )
else
  test('an exported rule: its alert and the end are told once each, as events and to people; a failed scrape ends nothing', async () => {
    const saved = await world.http('PUT', '/component/events/rules', { rules: [rule] })
    assert.is(saved.status, 200, saved.text)
    await addContacts()
    const file = await world.http('GET', '/component/events/rules/prometheus')
    // Nobody waits a minute here.
    const rules = file.text.replaceAll('interval: 1m', 'interval: 1s')
    await tell(0)
    const webhook = `${world.url}/api/v1/system/alertmanager-webhook?x-auth-key=${world.admin}`
    const alertmanager = await startAlertmanager(webhook)
    programs.push(alertmanager)
    const target = `127.0.0.1:${(between.address() as AddressInfo).port}`
    const scrape = { target, path: '/api/v1/component/metrics_wrapper/metrics', key: world.admin }
    const prometheus = await startPrometheus({ scrape, alerts: { rules, alertmanager: alertmanager.url } })
    programs.push(prometheus)

    const [event] = await until(
      'the event is open',
      async () => {
        const all = await shown()
        return all.length > 0 ? all : null
      },
      { everyMs: 200 },
    )
    assert.equal(
      [
        event!.name,
        event!.severity,
        event!.annotation,
        event!.description,
        event!.device!.id,
        event!.interface!.id,
      ],
      ['port_down', 'critical', 'Gi0/1 of sw "ours" is down', 'Its state is 0.', 7, 101],
    )
    const loaded = (await (await fetch(`${prometheus.url}/api/v1/rules`)).json()) as {
      data: { groups: { rules: { name: string; health: string }[] }[] }
    }
    assert.equal(
      loaded.data.groups.flatMap(group => group.rules.map(({ name, health }) => [name, health])),
      [
        ['bad_optical_level_rx', 'ok'],
        ['bad_optical_level_olt_rx', 'ok'],
        ['port_down', 'ok'],
      ],
    )
    await comes('both contacts are told that it began', 1)
    await failedScrapes(prometheus)
    await callsAgain(alertmanager)
    assert.equal(told(), { webhook: [alert.webhook], email: [alert.email] })
    await tell(1)
    const ended = await until(
      'the event has ended',
      async () => {
        const all = await shown()
        return all.every(one => one.resolved_at !== null) ? all : null
      },
      { everyMs: 200 },
    )
    assert.is(ended.length, 1)
    await comes('both contacts are told that it is over', 2)
    assert.equal(told(), { webhook: [alert.webhook, over.webhook], email: [alert.email, over.email] })
    const log = await until('all are noted', async () => {
      const answer = await world.http('GET', '/component/notifications/deliveries')
      const rows = answer.body.data as { state: string; attempts: number }[]
      return rows.every(({ state }) => state !== 'sending') ? rows : null
    })
    assert.equal(
      log.map(one => [one.state, one.attempts]),
      Array.from({ length: 4 }, () => ['sent', 1]),
    )
  })
