const table = (pairs: string): Readonly<Record<string, string>> =>
  Object.fromEntries(pairs.split(' ').map(pair => pair.split('=') as [string, string]))

/** Ukrainian as the state writes it in passports, with what Russian has beside it. */
const cyrillic = table(
  'а=a б=b в=v г=h ґ=g д=d е=e є=ie ж=zh з=z и=y і=i ї=i й=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ' +
    'ф=f х=kh ц=ts ч=ch ш=sh щ=shch ь= ю=iu я=ia ё=e ъ= ы=y э=e ў=u',
)

const latin = table('ß=ss ø=o ł=l đ=d ð=d þ=th æ=ae œ=oe ı=i –=- —=- −=- «= »= №=No …=...')

function letter(char: string): string {
  const small = char.toLowerCase()
  const known = cyrillic[small] ?? latin[small]
  if (known === undefined) return char.normalize('NFKD').replace(/[^\x20-\x7e]/g, '')
  return small === char || known === '' ? known : known[0]!.toUpperCase() + known.slice(1)
}

/** Printable ASCII without what consoles interpret: `?`, quotes, backslashes. */
export const ascii = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/[^\x20-\x7e]/gu, letter)
    .replace(/[?"'`\\]/g, '')
