import { Type as T } from 'typebox'
import { definePlugin } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import ru from '../src/translations/ru.json' with { type: 'json' }
import uk from '../src/translations/uk.json' with { type: 'json' }

const test = suite('translations')
let world: World
const bilingual = definePlugin({
  id: 'weather',
  api: 1,
  requires: ['identity'],
  config: T.Object({ city: T.String({ default: '', title: 'City' }) }),
  setup: () => null,
  permissions: { weather_show: { label: 'Weather', description: 'See the weather', group: 'Weather' } },
  translations: {
    uk: { 'setting.weather.city.title': 'Місто', 'permission.weather_show.label': 'Погода' },
    ru: { 'setting.weather.city.title': 'Город' },
  },
})
test.before(async () => {
  world = await makeWorld()
})
test.after(() => world?.stop())

const english = () => world.use('installation').texts().en
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([found]) => found).toSorted()

for (const [language, texts] of Object.entries({ uk, ru } as Readonly<
  Record<string, Readonly<Record<string, string>>>
>)) {
  test(`no label, setting or error of the core lacks its words in ${language}, and none is there in vain`, () => {
    const wanted = Object.keys(english())
    assert.equal(
      wanted.filter(key => !texts[key]?.trim()),
      [],
      'missing',
    )
    assert.equal(
      Object.keys(texts).filter(key => !wanted.includes(key)),
      [],
      'of no use',
    )
  })
  test(`messages in ${language} keep their placeholders`, () => {
    assert.equal(
      Object.entries(english())
        .filter(([key, text]) => String(placeholders(text)) !== String(placeholders(texts[key] ?? '')))
        .map(([key]) => key),
      [],
    )
  })
}

test('whoever is signed in reads them, in the languages there are', async () => {
  const read = async (language: string) =>
    (await world.http('GET', `/system/translations/${language}`)).body.data as Record<string, string>
  assert.equal(await read('en'), english())
  assert.is((await read('uk'))['permission.device_show.label'], 'Перегляд пристроїв')
  assert.is((await read('ru'))['error.CHANGED_MEANWHILE'], ru['error.CHANGED_MEANWHILE'])
  assert.equal(Object.keys(await read('uk')), Object.keys(await read('en')))
  assert.is((await world.http('GET', '/system/translations/xx')).status, 400)
  assert.is((await world.http('GET', '/system/translations/en', undefined, null)).status, 401)
})

test('a component brings its own words; what it leaves out is English', async () => {
  const other = await makeWorld({ plugins: [bilingual] })
  try {
    const read = async (language: string) =>
      (await other.http('GET', `/system/translations/${language}`)).body.data as Record<string, string>
    assert.equal(
      [
        (await read('uk'))['setting.weather.city.title'],
        (await read('ru'))['setting.weather.city.title'],
        (await read('ru'))['permission.weather_show.label'],
      ],
      ['Місто', 'Город', 'Weather'],
    )
  } finally {
    await other.stop()
  }
})
