import { withoutAccents } from './text.ts'

/** Calling codes, each with the country that most of its numbers have. */
const table =
  '1US7RU20EG27ZA30GR31NL32BE33FR34ES36HU39IT40RO41CH43AT44GB45DK46SE47NO48PL49DE51PE52MX53CU54AR55BR56CL57CO58VE60MY61AU62ID63PH64NZ65SG66TH81JP82KR84VN86CN90TR91IN92PK93AF94LK95MM98IR' +
  '211SS212MA213DZ216TN218LY220GM221SN222MR223ML224GN225CI226BF227NE228TG229BJ230MU231LR232SL233GH234NG235TD236CF237CM238CV239ST240GQ241GA242CG243CD244AO245GW246IO247AC248SC249SD250RW251ET252SO253DJ254KE255TZ256UG257BI258MZ' +
  '260ZM261MG262RE263ZW264NA265MW266LS267BW268SZ269KM290SH291ER297AW298FO299GL350GI351PT352LU353IE354IS355AL356MT357CY358FI359BG370LT371LV372EE373MD374AM375BY376AD377MC378SM380UA381RS382ME383XK385HR386SI387BA389MK' +
  '420CZ421SK423LI500FK501BZ502GT503SV504HN505NI506CR507PA508PM509HT590GP591BO592GY593EC594GF595PY596MQ597SR598UY599CW670TL672NF673BN674NR675PG676TO677SB678VU679FJ680PW681WF682CK683NU685WS686KI687NC688TV689PF690TK691FM692MH' +
  '850KP852HK853MO855KH856LA880BD886TW960MV961LB962JO963SY964IQ965KW966SA967YE968OM970PS971AE972IL973BH974QA975BT976MN977NP992TJ993TM994AZ995GE996KG998UZ'

/** Calling codes with the two letters of their country. */
export const phoneCountries = (): Map<string, string> =>
  new Map([...table.matchAll(/(\d+)([A-Z]{2})/g)].map(([, code, country]) => [code!, country!]))

/** Countries as they are written in English or in short, and one that shares its code. */
const otherNames = {
  ...{ brazil: '55', 'united states': '1', usa: '1', eua: '1', canada: '1', ca: '1', spain: '34', germany: '49' },
  ...{
    bra: '55',
    prt: '351',
    arg: '54',
    ury: '598',
    pry: '595',
    chl: '56',
    col: '57',
    per: '51',
    mex: '52',
    bol: '591',
  },
  ...{ esp: '34', fra: '33', deu: '49', ita: '39', gbr: '44', che: '41', jpn: '81', ago: '244', moz: '258', can: '1' },
  ...{ italy: '39', france: '33', 'united kingdom': '44', uk: '44', switzerland: '41', japan: '81' },
}

/** Tells whether a cell or field names a country at all: an empty one, a dash, N/D and null name none. */
export const namesCountry = (text: string): boolean =>
  /\p{L}{2}|\d/u.test(text) && !/^(?:n\/?[ad]|null|none|undefined|unknown|outro|outra|other|#.*)$/i.test(text.trim())

/** Calling code of a country as files and platforms name it: Peru, PE, 51 or +51; undefined for anything else. */
export function callingCodeOf(country: string): string | undefined {
  known.codes ??= listCodes()
  return known.codes.get(foldName(country).replace(/^(?:\+|00)/, ''))
}

// A file has ten thousand rows.
const known: { codes?: Map<string, string> } = {}
const listCodes = () =>
  new Map([
    ...Object.entries(otherNames),
    ...[...phoneCountries()].flatMap(([code, letters]) =>
      [code, letters, nameOf(letters) ?? ''].map((name) => [foldName(name), code] as const),
    ),
  ])
const foldName = (name: string) => withoutAccents(name.trim()).toLowerCase()
const nameOf = (letters: string) => new Intl.DisplayNames('pt-BR', { type: 'region' }).of(letters)

/** Name of the country of a calling code: Brasil; undefined where there is none. */
export function countryName(code: string): string | undefined {
  if (code === '1') return 'Estados Unidos ou Canadá'
  const country = phoneCountries().get(code)
  return country && nameOf(country)
}
