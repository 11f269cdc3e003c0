import { createServer, type AddressInfo } from 'node:net'
import { defineDriver, defineFamily } from '@linecard/driver-kit'
import { portControl, setAlias } from '@linecard/driver-kit/builders'
import { ctrlPortDescr, interfaceDescriptions } from '@linecard/driver-kit/modules'
import { startDevice } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import { createEquipment, memoryStore, settingsWith } from '../src/library.ts'
import { openTelnet } from '../src/console/transport.ts'
import { acme, acmeMib, silentLog, targetOf } from './acme.ts'

const test = suite('texts of devices in their charset')
const equipment = createEquipment({
  drivers: [acme],
  log: silentLog,
  store: memoryStore(),
  settings: settingsWith({ allow_loopback: true }),
})
test.after(() => equipment.close())

/** CP1251, as iconv writes it. */
const texts = ['c4eeec', 'c0e1eeede5edf2', 'f0e5e7e5f0e2', '75706c696e6b']
const words = ['Дом', 'Абонент', 'резерв', 'uplink']

test('the texts of a table decide before the first of them is shown, and the decision stays', async () => {
  const device = await startDevice({
    ip: '127.41.0.81',
    port: 0,
    recording: acmeMib(4, port => Buffer.from(texts[port - 1]!, 'hex')),
  })
  try {
    const read = async (more = {}) =>
      (await equipment.call(targetOf(device, more), interfaceDescriptions, {}, { from: 'device' })).data.map(
        ({ description }) => description,
      )
    assert.equal(await read({ deviceId: 81 }), words)
    assert.equal(await read({ deviceId: 81 }), words)
    assert.equal(await read({ deviceId: 81, charset: 'koi8-u' }), ['дНЛ', 'юАНМЕМР', 'ПЕГЕПБ', 'uplink'])
  } finally {
    await device.stop()
  }
})
test('one short text is unknown until the profile says the charset', async () => {
  const device = await startDevice({
    ip: '127.41.0.82',
    port: 0,
    recording: acmeMib(1, () => Buffer.from(texts[0]!, 'hex')),
  })
  try {
    const read = async (more = {}) =>
      (
        await equipment.call(
          targetOf(device, { deviceId: 82, ...more }),
          interfaceDescriptions,
          {},
          { from: 'device' },
        )
      ).data[0]!.description
    assert.is(await read(), '\ufffd\ufffd\ufffd')
    assert.is(await read({ charset: 'cp1251' }), 'Дом')
    assert.is(await read({ charset: 'latin-1' }), 'Äîì')
  } finally {
    await device.stop()
  }
})

test('a text is written in the charset of the device, and one that it cannot store is refused unsent', async () => {
  const [model] = acme.models
  const writing = createEquipment({
    drivers: [
      defineDriver({
        ...acme,
        models: [
          {
            ...model!,
            family: defineFamily({
              id: 'writing',
              modules: [...model!.family.modules, ...portControl({ descr: setAlias() })],
            }),
          },
        ],
      }),
    ],
    log: silentLog,
    store: memoryStore(),
    settings: settingsWith({ allow_loopback: true }),
  })
  const device = await startDevice({
    ip: '127.41.0.83',
    port: 0,
    recording: acmeMib(2, port => Buffer.from(texts[port]!, 'hex')),
  })
  try {
    const target = targetOf(device, { deviceId: 83 })
    await writing.call(target, interfaceDescriptions, {}, { from: 'device' })
    const set = (description: string) => writing.call(target, ctrlPortDescr, { interface: 1, description })
    await set('Склад 7')
    const { data } = await writing.call(target, interfaceDescriptions, {}, { from: 'device' })
    assert.equal(
      data.map(({ description }) => description),
      ['Склад 7', 'резерв'],
    )
    // Octet for octet: d1eaebe0e42037.
    const stored = async () =>
      (await writing.call({ ...target, charset: 'latin-1' }, interfaceDescriptions, {}, { from: 'device' }))
        .data[0]!.description
    assert.is(await stored(), 'Ñêëàä 7')
    const refused = await set('用户').catch((error: Error) => error)
    assert.match(String((refused as Error).message), 'cp1251, which has no "用"')
    assert.is(await stored(), 'Ñêëàä 7')
  } finally {
    await device.stop()
    await writing.close()
  }
})
test('a console is read and typed on in the charset of the device, across the ends of packets', async () => {
  const got: Buffer[] = []
  const server = createServer(socket => {
    socket.on('data', octets => got.push(octets))
    // A character of GBK that two packets share.
    socket.write(Buffer.from('d3', 'hex'))
    setImmediate(() => socket.write(Buffer.from('c3bba7', 'hex')))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const transport = await openTelnet({
    ip: '127.0.0.1',
    port,
    connectMs: 5000,
    signal: AbortSignal.timeout(10_000),
    charset: 'gbk',
  })
  try {
    let seen = ''
    transport.onText(text => (seen += text))
    await until('the text arrives', () => seen === '用户')
    transport.write('备用')
    await until('the octets arrive', () => Buffer.concat(got).toString('hex').endsWith('b1b8d3c3'))
    assert.throws(() => transport.write('Ґ'), /gbk, which has no "Ґ"/)
  } finally {
    transport.close()
    server.close()
  }
})
