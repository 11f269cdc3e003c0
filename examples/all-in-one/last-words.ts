import type { Client } from './client.ts'
import type { Subscriber } from './readings.ts'
import type { Known } from './known-device.ts'

/** A subscriber behind an ONU that was there in the middle of the day, and when that was. */
function exampleOf(subscribers: readonly Subscriber[]) {
  const behindOnu = subscribers.filter(({ at }) => typeof at === 'string')
  const found = behindOnu.find(({ heardAt }) => heardAt !== null) ?? behindOnu[0]!
  return { ...found, time: new Date(found.heardAt ?? Date.now()).toISOString() }
}

/** Five lines to copy, each with what it shows. They hold as they are for as long as the demo runs. */
export async function lastWords(
  client: Client,
  known: readonly Known[],
  subscribers: readonly Subscriber[],
): Promise<[what: string, line: string][]> {
  const curl = (path: string) => `curl -s -H 'X-Auth-Key: ${client.key}' '${client.url}/api/v1${path}'`
  const who = exampleOf(subscribers)
  const aggregation = known.find(({ device }) => device.name === 'agg-1')!
  const uplink = aggregation.ids.get(aggregation.refs.get(1)!.id)!
  const olt = known.find(({ device }) => device.name === who.device)!
  const onu = olt.ids.get(olt.refs.get(who.at)!.id)!
  const { data } = await client.call<{ agreement: string }>('GET', `/device-interface/${onu}`)
  return [
    ['The topology, found by LLDP', curl('/component/links/graph')],
    [`Who had ${who.ip} at ${who.time}`, curl(`/component/fdb_history/who?ip=${who.ip}&time=${who.time}`)],
    [
      'A day of traffic of the uplink',
      curl(`/component/metrics_wrapper/traffic?interface_id=${uplink}&step=600`),
    ],
    [`The ONU of contract ${data.agreement}`, curl(`/device-interface?agreement=${data.agreement}`)],
    ['Outages, with their reasons', curl('/component/correlation/outages')],
  ]
}
