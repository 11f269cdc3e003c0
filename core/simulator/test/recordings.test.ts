import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Varbind } from '@linecard/driver-kit'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { assert, suite } from '@linecard/test-kit'
import { startDevice } from '@linecard/simulator'
import { client, hasTools, tool, type Plain } from './client.ts'

const test = suite('simulator on recordings of real devices')
const folder = join(
  process.env.LINECARD_RECORDINGS ?? resolve(import.meta.dirname, '../../../../shared/recordings'),
  'snmp',
)

const text = ({ oid, type, value }: Varbind | Plain): string => {
  const shown =
    typeof value === 'bigint'
      ? value
      : type === 70
        ? BigInt(`0x${(value as Buffer).toString('hex') || '0'}`)
        : Buffer.isBuffer(value)
          ? value.toString('hex')
          : value
  return `${oid}|${type}|${String(shown)}`
}

if (!existsSync(folder))
  test.skip(
    'recordings of real devices',
    `${folder} is not there; LINECARD_RECORDINGS may name another place`,
  )
else {
  const bySize = readdirSync(folder)
    .filter(file => file.endsWith('.snmprec'))
    .toSorted((a, b) => statSync(join(folder, b)).size - statSync(join(folder, a)).size)

  for (const [n, file] of bySize.slice(0, 3).entries()) {
    test(`${file}: a walk returns the content of the file`, async () => {
      const expected = parseSnmprec(readFileSync(join(folder, file), 'utf8'), file)
      const device = await startDevice({ ip: `127.8.5.${n + 1}`, port: 0, recording: expected })
      const session = client(device, { timeout: 5000 })
      const rows = [...(await session.walk('0', 40)), ...(await session.walk('1', 40))]
      session.close()
      await device.stop()
      assert.equal(rows.map(text), [...expected].map(text))
    })
  }

  test('a hundred recordings run at the same time, each on its own address', async () => {
    const devices = await Promise.all(
      bySize
        .slice(-100)
        .map((file, n) => startDevice({ ip: `127.8.6.${n + 1}`, port: 0, recording: join(folder, file) })),
    )
    const heads = await Promise.all(
      devices.map(async device => {
        const session = client(device, { timeout: 5000 })
        const [first] = await session.getNext('0')
        session.close()
        return first!.oid
      }),
    )
    for (const device of devices) await device.stop()
    assert.equal(
      heads,
      bySize
        .slice(-100)
        .map(file => [...parseSnmprec(readFileSync(join(folder, file), 'utf8'), file)][0]!.oid),
    )
  })

  if (hasTools) {
    test('snmpbulkwalk gets every OID, at 100,000 values a second or more', async () => {
      const expected = parseSnmprec(readFileSync(join(folder, bySize[0]!), 'utf8'))
      const device = await startDevice({ ip: '127.8.7.1', port: 0, recording: expected })
      const started = performance.now()
      const out = await tool(
        'snmpbulkwalk',
        '-v2c',
        '-c',
        'public',
        '-Cr50',
        '-Cc',
        '-OnQ',
        `${device.ip}:${device.port}`,
        '.0',
      )
      const more = await tool(
        'snmpbulkwalk',
        '-v2c',
        '-c',
        'public',
        '-Cr50',
        '-Cc',
        '-OnQ',
        `${device.ip}:${device.port}`,
        '.1',
      )
      const seconds = (performance.now() - started) / 1000
      await device.stop()
      const oids = `${out}\n${more}`
        .split('\n')
        .flatMap(line => /^\.([\d.]+) = (?!No more|No Such)/.exec(line)?.[1] ?? [])
      assert.equal(
        oids,
        [...expected].map(({ oid }) => oid),
      )
      console.log(`${Math.round(oids.length / seconds)} values/s with one snmpbulkwalk`)
    })
  } else test.skip('snmpbulkwalk over a recording', 'snmpbulkwalk is not installed')
}
