import { createCharsetMemory, decodeText, encodeText, withTexts, type Charset } from '@linecard/driver-kit'
import { assert, suite } from '@linecard/test-kit'

/** Texts with their octets, as another program (iconv) writes them. */
const devices: readonly (readonly [Charset, readonly (readonly [text: string, hex: string])[]])[] = [
  [
    'cp1251',
    [
      ['Абонент', 'c0e1eeede5edf2'],
      ['Хрещатик 12, кв. 5', 'd5f0e5f9e0f2e8ea2031322c20eae22e2035'],
      ['вул. Шевченка', 'e2f3eb2e20d8e5e2f7e5edeae0'],
      ['до серверної', 'e4ee20f1e5f0e2e5f0edeebf'],
      ['резерв', 'f0e5e7e5f0e2'],
      ["Комутатор під'їзд 3", 'caeeecf3f2e0f2eef020efb3e427bfe7e42033'],
      ['Склад', 'd1eaebe0e4'],
      ['магістраль Львів', 'ece0e3b3f1f2f0e0ebfc20cbfce2b3e2'],
    ],
  ],
  [
    'cp1251',
    [
      ['Абонент', 'c0e1eeede5edf2'],
      ['ул. Ленина 5', 'f3eb2e20cbe5ede8ede02035'],
      ['подъезд 3', 'efeee4fae5e7e42033'],
      ['резерв', 'f0e5e7e5f0e2'],
      ['магазин', 'ece0e3e0e7e8ed'],
      ['серверная', 'f1e5f0e2e5f0ede0ff'],
      ['к узлу 7', 'ea20f3e7ebf32037'],
      ['Иванов', 'c8e2e0edeee2'],
    ],
  ],
  [
    'koi8-u',
    [
      ['Абонент', 'e1c2cfcec5ced4'],
      ['Хрещатик 12, кв. 5', 'e8d2c5ddc1d4c9cb2031322c20cbd72e2035'],
      ['вул. Шевченка', 'd7d5cc2e20fbc5d7dec5cecbc1'],
      ['до серверної', 'c4cf20d3c5d2d7c5d2cecfa7'],
      ['резерв', 'd2c5dac5d2d7'],
      ["Комутатор під'їзд 3", 'ebcfcdd5d4c1d4cfd220d0a6c427a7dac42033'],
      ['Склад', 'f3cbccc1c4'],
      ['магістраль Львів', 'cdc1c7a6d3d4d2c1ccd820ecd8d7a6d7'],
    ],
  ],
  [
    'koi8-u',
    [
      ['Абонент', 'e1c2cfcec5ced4'],
      ['ул. Ленина 5', 'd5cc2e20ecc5cec9cec12035'],
      ['подъезд 3', 'd0cfc4dfc5dac42033'],
      ['резерв', 'd2c5dac5d2d7'],
      ['магазин', 'cdc1c7c1dac9ce'],
      ['серверная', 'd3c5d2d7c5d2cec1d1'],
      ['к узлу 7', 'cb20d5daccd52037'],
      ['Иванов', 'e9d7c1cecfd7'],
    ],
  ],
  [
    'latin-1',
    [
      ['Müller', '4dfc6c6c6572'],
      ['Büro 3', '42fc726f2033'],
      ['Schließfach', '5363686c6965df66616368'],
      ['Anschluß Köln', '416e7363686c75df204bf66c6e'],
    ],
  ],
  [
    'latin-1',
    [
      ['Château', '4368e274656175'],
      ['réservé', '72e973657276e9'],
      ['salle à côté', '73616c6c6520e02063f474e9'],
      ['Général', '47e96ee972616c'],
    ],
  ],
  [
    'gbk',
    [
      ['用户', 'd3c3bba7'],
      ['北京机房', 'b1b1bea9bbfab7bf'],
      ['上行链路', 'c9cfd0d0c1b4c2b7'],
      ['备用', 'b1b8d3c3'],
    ],
  ],
]
const octetsOf = (hex: string) => Buffer.from(hex, 'hex')
const device = (set: Charset | null = null) => ({ set, memory: createCharsetMemory() })
const ask = <T>(texts: ReturnType<typeof device>, work: () => T): T => withTexts(texts, work)

const test = suite('charsets of devices')

for (const [charset, texts] of devices) {
  const name = `${charset}: ${texts[0]![0]}, ${texts[1]![0]}`
  test(`${name}: the texts of a device decide, and it reads all of them right`, () => {
    const one = device()
    ask(one, () => texts.forEach(([, hex]) => decodeText(octetsOf(hex))))
    assert.is(one.memory.decided, charset)
    for (const [text, hex] of texts)
      assert.is(
        ask(one, () => decodeText(octetsOf(hex))),
        text,
      )
  })
  test(`${name}: no text is ever read in two ways, whatever comes first`, () => {
    for (let first = 0; first < texts.length; first++) {
      const one = device()
      const readings = new Map<string, Set<string>>()
      for (const [, hex] of [...texts.slice(first), ...texts.slice(0, first), ...texts])
        readings.set(hex, (readings.get(hex) ?? new Set()).add(ask(one, () => decodeText(octetsOf(hex)))))
      for (const [text, hex] of texts)
        assert.equal(
          [...readings.get(hex)!].filter(reading => !reading.includes('\ufffd')),
          [text],
        )
    }
  })
  test(`${name}: what is set is used at once, also for writing`, () => {
    for (const [text, hex] of texts) {
      assert.is(
        ask(device(charset), () => decodeText(octetsOf(hex))),
        text,
      )
      assert.is(ask(device(charset), () => encodeText(text)).toString('hex'), hex)
    }
  })
}

test('one short text decides nothing and is shown as unknown, not as another text', () => {
  const one = device()
  assert.is(
    ask(one, () => decodeText(octetsOf('c4eeec'))),
    '\ufffd\ufffd\ufffd',
  )
  assert.is(one.memory.decided, null)
  assert.is(
    ask(one, () => decodeText(octetsOf('706f727420c4'))),
    'port \ufffd',
  )
})
test('UTF-8 proves itself on every device, and ASCII says nothing', () => {
  const one = device()
  const abonent = Buffer.from('Абонент', 'utf8')
  assert.is(
    ask(one, () => decodeText(abonent)),
    'Абонент',
  )
  assert.is(
    ask(one, () => decodeText(Buffer.from('uplink'))),
    'uplink',
  )
  assert.is(one.memory.decided, null)
  ask(one, () => decodeText(octetsOf('c0e1eeede5edf2')))
  assert.is(
    ask(one, () => decodeText(abonent)),
    'Абонент',
  )
})
test('a decided device gets its own charset, and what that has not is refused', () => {
  const one = device()
  ask(one, () => decodeText(octetsOf('c0e1eeede5edf2')))
  assert.is(ask(one, () => encodeText('Склад 7')).toString('hex'), 'd1eaebe0e42037')
  assert.throws(() => ask(one, () => encodeText('用户')), /cp1251, which has no "用"/)
  assert.throws(() => ask(device('latin-1'), () => encodeText('Абонент')), /latin-1, which has no "А"/)
  assert.throws(() => ask(one, () => encodeText('port \ufffd')), /cp1251, which has no/)
})
test('octets that are no text of any charset decide nothing', () => {
  const one = device()
  for (let at = 0; at < 40; at++)
    ask(one, () => decodeText(Buffer.from([0x80 + at, 0x1b, 0xff - at, 0x98, 0xad])))
  assert.is(one.memory.decided, null)
})
