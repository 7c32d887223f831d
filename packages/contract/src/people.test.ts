import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkImportRow } from './imports.contract.ts'
import { messages } from './messages.ts'
import {
  Cpf,
  capitalizeName,
  cleanEmail,
  cleanText,
  formatCpf,
  isEmail,
  NewEmail,
  Password,
  SchoolName,
  SentEmail,
  StudentName,
  UserName,
} from './people.ts'
import { readPhoneCell } from './phone-cells.ts'
import { Cellphone, formatCellphone, Whatsapp } from './phones.ts'

const refusal = (
  schema: { safeParse(value: unknown): { success: boolean; error?: { issues: { message: string }[] } } },
  value: unknown,
) => schema.safeParse(value).error?.issues[0]?.message

describe('an e-mail', () => {
  it('is lowercased and loses its spaces', () => expect(NewEmail.parse(' Ana @Exemplo.COM ')).toBe('ana@exemplo.com'))
  it.each([
    '',
    'ana',
    'ana@',
    '@exemplo.com',
    'ana@exemplo',
    'ana@@exemplo.com',
    'ana@exemplo..com',
    'ana@-exemplo.com',
    'aná@exemplo.com',
    `${'a'.repeat(250)}@x.com`,
  ])('is not %j', (value) => expect(refusal(NewEmail, value)).toBe(messages.emailSignUp))
  it('that was cleaned once is clean', () =>
    fc.assert(fc.property(fc.emailAddress(), (address) => cleanEmail(cleanEmail(address)) === cleanEmail(address))))
  it('takes no time to refuse, however it is written', () =>
    expect(isEmail(`${'a'.repeat(120)}@${'a.'.repeat(60)}`)).toBe(false))
})

describe('an e-mail that another system sends', () => {
  it('is cleaned at its ends alone', () => expect(SentEmail.parse(' Ana@Exemplo.COM\u200b ')).toBe('ana@exemplo.com'))
  it.each(['maria silva@exemplo.com', 'ana @exemplo.com', 'ana@exemplo. com'])('is asked about: %s', (value) =>
    expect(refusal(SentEmail, value)).toBe(messages.emailBlank),
  )
})

describe('a password', () => {
  it.each([
    ['a1b2c', messages.passwordShort],
    ['123456', messages.passwordLetter],
    ['abcdef', messages.passwordDigit],
    ['ção123', undefined],
  ])('%s', (value, text) => expect(refusal(Password, value)).toBe(text))
})

describe('a name', () => {
  it.each([
    ['MARIA das  DORES', 'Maria das Dores'],
    ['  joão d’ávila-sá ', 'João D’Ávila-Sá'],
    ['de souza', 'De Souza'],
    ['JOÃO PAULO II', 'João Paulo II'],
    ['pedro iv', 'Pedro IV'],
    ['henrique viii, filho', 'Henrique VIII, Filho'],
    ['luís xiv', 'Luís XIV'],
    ['bento xvi da silva', 'Bento XVI da Silva'],
    ['bento xix', 'Bento XIX'],
    ['joão xxiii', 'João XXIII'],
    ['carlos v', 'Carlos V'],
    ['vi nguyen', 'Vi Nguyen'],
    ['xi jinping', 'Xi Jinping'],
    ['Li Xi', 'Li Xi'],
    ['LI XI', 'Li Xi'],
    ['li xi', 'Li Xi'],
    ['Nguyen Thi Vi', 'Nguyen Thi Vi'],
    ['Wang Xi Ming', 'Wang Xi Ming'],
    ['Paulo VI', 'Paulo VI'],
    ['JOÃO PAULO VI', 'João Paulo VI'],
    ['pedro ii', 'Pedro II'],
    ['livia ivi', 'Livia Ivi'],
    ['davi mix', 'Davi Mix'],
    ['olivia lima', 'Olivia Lima'],
    ['prof.ana', 'Prof.Ana'],
    ['prof. ana lima', 'Prof. Ana Lima'],
    ['J.R.R. TOLKIEN', 'J.R.R. Tolkien'],
    ['ana l. souza', 'Ana L. Souza'],
    ['josé (zé)', 'José (Zé)'],
    ['JOSÉ (ZÉ) DA SILVA', 'José (Zé) da Silva'],
    ['ana [aninha] lima', 'Ana [Aninha] Lima'],
    ['maria “mia” reis', 'Maria “Mia” Reis'],
    ['maria "mia" reis', 'Maria "Mia" Reis'],
    ['ana/bia', 'Ana/Bia'],
    ['ana - financeiro', 'Ana - Financeiro'],
    ['sá-lima e silva', 'Sá-Lima e Silva'],
    ["sant'ana d'ávila", "Sant'Ana D'Ávila"],
    ["o'neill", "O'Neill"],
    ['maria das graças', 'Maria das Graças'],
    ['MARIA DO CARMO DOS SANTOS', 'Maria do Carmo dos Santos'],
    ['ana da', 'Ana da'],
    ['leonardo di caprio', 'Leonardo di Caprio'],
    ['ana di', 'Ana Di'],
    ['beatriz del rey', 'Beatriz del Rey'],
    ['andrea della torre', 'Andrea della Torre'],
    ['paolo dei medici', 'Paolo dei Medici'],
    ['ludwig van beethoven', 'Ludwig van Beethoven'],
    ['otto von bismarck', 'Otto von Bismarck'],
    ['van gogh', 'Van Gogh'],
    ['rolf van der berg', 'Rolf van der Berg'],
    ['ortega y gasset', 'Ortega y Gasset'],
    ['maria de la cruz', 'Maria de la Cruz'],
    ['juan de los santos', 'Juan de los Santos'],
    ['rosa de las flores', 'Rosa de las Flores'],
    ['ana la rocca', 'Ana La Rocca'],
    ['maria e josé', 'Maria e José'],
    ['joão silva filho', 'João Silva Filho'],
    ['JOÃO SILVA JR.', 'João Silva Jr.'],
    ['ana 2', 'Ana 2'],
    ['1º sargento lima', '1º Sargento Lima'],
    ['zoë müller', 'Zoë Müller'],
    ['ÉLIDE ÁVILA ÍRIS', 'Élide Ávila Íris'],
    ['élide', 'Élide'],
    ['Joa\u0303o Conceic\u0327a\u0303o', 'João Conceição'],
    ['ana\u00a0 lima', 'Ana Lima'],
    ['ana\u200blima', 'Analima'],
    ['Ana 👩‍🏫 lima', 'Ana 👩‍🏫 Lima'],
    ['李小龍', '李小龍'],
    ['łucja þór', 'Łucja Þór'],
    ['padre antônio vieira, s.j.', 'Padre Antônio Vieira, S.J.'],
  ])('%s becomes %s', (value, name) => expect(capitalizeName(value)).toBe(name))
  it('is missed where it is missing', () =>
    expect([StudentName, UserName, SchoolName].map((schema) => refusal(schema, '  '))).toEqual([
      'Por favor, preencha o nome',
      'Por favor, preencha o seu nome',
      'Por favor, preencha o nome de sua área de membros',
    ]))
  it('has four letters at least, and says so', () =>
    expect([StudentName, UserName, SchoolName].map((schema) => refusal(schema, 'Ana'))).toEqual([
      'Por favor, preencha o nome, com pelo menos quatro letras',
      'Por favor, preencha o seu nome, com pelo menos quatro letras',
      'Por favor, preencha o nome de sua área de membros, com pelo menos quatro letras',
    ]))
  it.each([
    ['Ana\u0000Paula', 'Ana Paula'],
    ['Ana Paula \ud83d', 'Ana Paula \ufffd'],
    ['\u202eAna\u200b Paula', 'Ana Paula'],
    ['Ana 👩‍🏫 Paula', 'Ana 👩‍🏫 Paula'],
  ])('holds only what can be kept and seen: %j', (value, name) => expect(StudentName.parse(value)).toBe(name))
  it.each(['\u200d\u200d\u200d\u200d', '\u2060\u200b\u200b\u202e\u200d', '....'])('is not made of %j', (value) =>
    expect([refusal(StudentName, value), refusal(SchoolName, value)]).toEqual([
      messages.studentName,
      messages.signUpSchoolName,
    ]),
  )
  it.each(['Ana https://mal.example', 'Banco: veja WWW.mal.example'])('leads nowhere: %s', (value) =>
    expect([StudentName, UserName, SchoolName].map((schema) => refusal(schema, value))).toEqual(
      Array(3).fill(messages.nameWithAddress),
    ),
  )
})

describe('a cellphone', () => {
  it('keeps its digits', () => expect(Cellphone.parse('+55 (11) 91234-5678')).toBe('5511912345678'))
  it('is shown as Brazilians write it', () => expect(formatCellphone('5511912345678')).toBe('(11) 91234-5678'))
  it('has twenty digits at most', () => expect(refusal(Cellphone, '1'.repeat(21))).toBe(messages.cellphone))
})

describe("a school's WhatsApp", () => {
  it.each([
    ['(11) 3456-7890', '1134567890'],
    ['1134567890', '1134567890'],
    [' (11) 91234-5678 ', '11912345678'],
    ['+55 (11) 91234-5678', '5511912345678'],
    ['1'.repeat(20), '1'.repeat(20)],
  ])('may be %j, and what is kept of it is taken again, as it is shown too', (typed, kept) => {
    expect([typed, kept].map((value) => Whatsapp.parse(value))).toEqual([kept, kept])
    expect(refusal(Whatsapp, formatCellphone(kept))).toBeUndefined()
  })
  it.each(['', '(11) 3456-789', '113456789', '1'.repeat(21), '+55 (11) 91234 - 5678', 'me liga por favor'])(
    'is not %j',
    (typed) => expect(refusal(Whatsapp, typed)).toBe(messages.settingsCellphone),
  )
})

describe('a cpf', () => {
  it('keeps its digits', () => expect(Cpf.parse('123.456.789-09')).toBe('12345678909'))
  it('is shown as Brazilians write it', () => expect(formatCpf('12345678909')).toBe('123.456.789-09'))
  it.each([
    ['', ''],
    ['123', '123'],
    ['1234', '123.4'],
    ['1234567890', '123.456.789-0'],
    ['1'.repeat(12), '1'.repeat(12)],
  ])('is shown as far as it is known: %s', (typed, shown) => expect(formatCpf(typed)).toBe(shown))
  it('has eleven digits at most', () => expect(refusal(Cpf, '1'.repeat(12))).toBe('O CPF tem 11 números'))
})

describe('a row of an import', () => {
  const row = { line: 2, name: 'ana lima', email: ' Ana@Exemplo.com', cellphone: '' }
  it('is cleaned', () =>
    expect(checkImportRow(row, new Set())).toEqual({
      row: { line: 2, name: 'Ana Lima', email: 'ana@exemplo.com', cellphone: '' },
    }))
  it.each([
    [{ email: '  ' }, 'no_email'],
    [{ email: 'ana' }, 'invalid_email'],
    [{ email: 'maria silva@exemplo.com' }, 'blank_in_email'],
    [{ email: 'ana@exemplo .com' }, 'blank_in_email'],
    [{ email: 'não tem' }, 'invalid_email'],
    [{ name: ' Ana ' }, 'short_name'],
    [{ name: '----' }, 'invalid_name'],
    [{ name: 'a'.repeat(101) }, 'invalid_name'],
  ])('is refused for %j', (change, reason) =>
    expect(checkImportRow({ ...row, ...change }, new Set())).toEqual({ reason }),
  )
  it('is refused when its e-mail came before', () => {
    const seen = new Set<string>()
    checkImportRow(row, seen)
    expect(checkImportRow({ ...row, email: 'ANA@exemplo.com' }, seen)).toEqual({ reason: 'duplicate' })
  })
  it.each([
    ['maria.das-dores@exemplo.com', 'Maria das Dores'],
    ['ze@exemplo.com', 'ze@exemplo.com'],
  ])('without a name takes one from %s', (email, name) =>
    expect(checkImportRow({ ...row, name: ' ', email }, new Set())).toMatchObject({ row: { name } }),
  )
  it('that is refused does not stand in the way of a later one with its e-mail', () => {
    const seen = new Set<string>()
    checkImportRow({ ...row, name: 'Ana' }, seen)
    expect(checkImportRow(row, seen)).toMatchObject({ row: { name: 'Ana Lima' } })
  })
  it('is cleaned as its schemas clean it, also where it is taken as it stands', () => {
    const word = fc.constantFrom(
      ..."Ana ÁVILA lima Das das Da E e De D’Ávila Sant'Ana Sá-Lima Straße Zoë McDuff 2 İ www. Łucja × Þór ÿ II Ii xiv Di di Van La Y (zé) J.r.".split(
        ' ',
      ),
      ...['\u200b', '\t', '', 'a'.repeat(60)],
    )
    const names = fc.oneof(
      fc.array(word, { maxLength: 5 }).map((words) => words.join(' ')),
      fc.string({ unit: 'grapheme' }),
    )
    const numbers = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[\d ()+-]{0,30}$/),
      fc.constantFrom('11987654321', '1134567890', '١١٩٨٧٦٥٤٣٢١'),
    )
    fc.assert(
      fc.property(names, numbers, (name, cellphone) => {
        const expected = [readPhoneCell(cellphone).cellphone, StudentName.safeParse(name).data]
        const result = checkImportRow({ ...row, name, cellphone }, new Set())
        if (cleanText(name) === '') return
        if ('row' in result) expect([result.row.cellphone, result.row.name]).toEqual(expected)
        else expect(expected).toContain(undefined)
      }),
      { numRuns: 2000 },
    )
  })
  it('never throws, whatever is in it', () =>
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.string(),
        (name, email, cellphone) => void checkImportRow({ line: 1, name, email, cellphone }, new Set()),
      ),
    ))
})
