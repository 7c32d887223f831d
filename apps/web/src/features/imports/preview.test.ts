import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import { describe, expect, it } from 'vitest'
import { type Preview, previewFile } from './preview.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

function previewOf(content: string | Uint8Array, filename = 'alunos.csv'): Preview {
  const result = previewFile(filename, typeof content === 'string' ? utf8(content) : content)
  if ('problem' in result) throw new Error(result.problem)
  return result.preview
}
function problemOf(content: string | Uint8Array, filename = 'alunos.csv') {
  const result = previewFile(filename, typeof content === 'string' ? utf8(content) : content)
  return 'problem' in result ? result.problem : undefined
}
const joao = { line: 2, name: 'João da Conceição', email: 'joao@exemplo.com', cellphone: '11912345678' }

describe('a file of students', () => {
  it.each([
    ['commas', 'nome,email,telefone\nJoão da Conceição,joao@exemplo.com,(11) 91234-5678'],
    ['semicolons', 'nome;email;telefone\r\nJoão da Conceição;joao@exemplo.com;(11) 91234-5678\r\n'],
    ['tabs', 'nome\temail\ttelefone\nJoão da Conceição\tjoao@exemplo.com\t(11) 91234-5678'],
    ['any order', 'WhatsApp;E-mail;Aluno\n11 91234-5678;JOAO@exemplo.com ;joão DA conceição'],
    ['English headings', 'email,cellphone,name\njoao@exemplo.com,11912345678,João da Conceição'],
    ['quoted cells', '"Nome","E-mail","Celular"\n"João da Conceição","joao@exemplo.com","(11) 91234-5678"'],
    [
      'other columns between',
      'id;Nome completo;cidade;E-mail;Telefone\n7;João da Conceição;Recife;joao@exemplo.com;11912345678',
    ],
    ['a mark at the start', '\uFEFFnome,email,telefone\nJoão da Conceição,joao@exemplo.com,11912345678'],
    ['a comma inside the name column', 'email;nome;telefone\njoao@exemplo.com;João da Conceição;11 91234,5678'],
  ])('is read with %s', (_, text) => {
    expect(previewOf(text)).toMatchObject({ good: 1, bad: [], goodRows: [joao] })
  })

  it('is read as Latin-1 when it is not UTF-8', () => {
    const file = latin1('nome;email;telefone\nJoão da Conceição;joao@exemplo.com;11912345678')
    expect(previewOf(file).goodRows).toEqual([joao])
  })

  it('is read as the UTF-16 that spreadsheets export', () => {
    const text = '\uFEFFnome\temail\ttelefone\nJoão da Conceição\tjoao@exemplo.com\t11912345678'
    const file = new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer)
    expect(previewOf(file).goodRows).toEqual([joao])
  })

  it('finds the columns by their contents when there are no headings', () => {
    const { goodRows } = previewOf('11912345678,João da Conceição,joao@exemplo.com\n,Ana Maria,ana@exemplo.com')
    expect(goodRows).toEqual([
      { ...joao, line: 1 },
      { line: 2, name: 'Ana Maria', email: 'ana@exemplo.com', cellphone: '' },
    ])
  })

  it('may hold e-mails alone, and names people after them', () => {
    const { goodRows, nameless } = previewOf('nome;email\n;maria.silva@exemplo.com\nAna Maria;ana@exemplo.com')
    expect(goodRows.map(({ name, namedAfterEmail }) => [name, namedAfterEmail ?? false])).toEqual([
      ['Maria Silva', true],
      ['Ana Maria', false],
    ])
    expect(nameless).toBe(1)
    expect(previewOf('maria.silva@exemplo.com\nana@exemplo.com').nameless).toBe(2)
  })

  it.each([
    [
      'Hotmart',
      'Nome do Produto;Nome do Produtor;Nome do Afiliado;Transação;Data de Venda;Status;Nome;Documento Usuário;Email;DDD;Telefone;CEP;Cidade;Tipo de Pagamento',
      'Vela já;Rui Mestre;Lia Parceira;HP01;01/03/2026;Aprovado;João da Conceição;12345678901;joao@exemplo.com;11;912345678;01310-100;São Paulo;Pix',
    ],
    [
      'Hotmart, newer',
      'Código da transação;Produtor(a);Produto;Nome deste preço;Afiliado(a);Comprador(a);Email do(a) Comprador(a);País;Telefone;Documento',
      'HP02;Rui Mestre;Vela já;À vista;;João da Conceição;joao@exemplo.com;Brasil;11912345678;12345678901',
    ],
    [
      'Eduzz',
      'Fatura;Data de Criação;Status;Produto;Cliente / Nome;Cliente / E-mail;Cliente / Fones;Cliente / Documento;Produtor;Afiliado / E-mail',
      '77;01/03/2026;Paga;Vela já;João da Conceição;joao@exemplo.com;(11) 91234-5678;12345678901;Rui Mestre;lia@parceira.example',
    ],
    [
      'Kiwify',
      'ID da venda,Status,Produto,Cliente,Email,CPF,Celular,Nome do afiliado,Email do afiliado',
      'a1b2,paid,Vela já,João da Conceição,joao@exemplo.com,12345678901,11912345678,Lia Parceira,lia@parceira.example',
    ],
    [
      'Monetizze',
      'Código;Produto;Email Produtor;Nome Comprador;E-mail Comprador;Telefone Comprador;Status',
      '5;Vela já;rui@mestre.example;João da Conceição;joao@exemplo.com;11912345678;Finalizada',
    ],
    [
      'a sales tool',
      'Nome da Turma;Nome do Comprador;Email do Comprador;WhatsApp do Comprador',
      'Março;João da Conceição;joao@exemplo.com;11912345678',
    ],
    [
      'a database',
      'nomedoproduto,emailprodutor,nomecomprador,emailcomprador,phonenumber',
      'Vela já,rui@mestre.example,João da Conceição,joao@exemplo.com,11912345678',
    ],
    [
      'Mailchimp',
      'Email Address,First Name,Last Name,Address,Phone Number,MEMBER_RATING,OPTIN_TIME',
      'joao@exemplo.com,João,da Conceição,"Rua A, 1",11912345678,2,2026-03-01 12:00:00',
    ],
    [
      'Google Contacts',
      'First Name,Middle Name,Last Name,Phonetic First Name,Name Prefix,Nickname,Organization Name,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value',
      'João,da,Conceição,Jo,Sr.,Jota,Mar Ltda,* Home,joao@exemplo.com ::: j@mar.example,Mobile,+55 11 91234-5678',
    ],
    [
      'Google Contacts, older',
      'Name,Given Name,Additional Name,Family Name,Yomi Name,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value',
      'João da Conceição,João,da,Conceição,,Home,joao@exemplo.com,Mobile,11912345678',
    ],
    [
      'MemberKit',
      'ID,Nome completo,E-mail,DDD,Telefone,Turmas,Criado em',
      '9,João da Conceição,joao@exemplo.com,11,91234-5678,Março,01/03/2026',
    ],
    [
      'a form',
      'Carimbo de data/hora,E-mail,Nome,Sobrenome,Celular',
      '01/03,joao@exemplo.com,João,da Conceição,11912345678',
    ],
    [
      'a shop whose “Name” is the number of an order',
      'Name,Email,Billing Name,Billing Phone',
      '#1001,joao@exemplo.com,João da Conceição,11912345678',
    ],
    [
      'headings that say nothing of the name',
      'Email,Cidade,Matriculado por,Quem estuda,Contato',
      'joao@exemplo.com,São Paulo,,João da Conceição,(11) 91234-5678',
    ],
  ])('is understood as it comes from %s', (_, heading, row) => {
    const [found] = previewOf(`${heading}\n${row}`).goodRows
    expect({ ...found, cellphone: found?.cellphone.replace(/^55/, '') }).toEqual(joao)
  })

  it('names no student after what comes again and again', () => {
    const rows = ['ana', 'bia', 'caio'].map((name) => `${name}.souza@exemplo.com,Pagamento Confirmado,12345678901`)
    const { goodRows } = previewOf(['E-mail,Situação,CPF', ...rows].join('\n'))
    expect(goodRows.map(({ name, cellphone }) => name + cellphone)).toEqual(['Ana Souza', 'Bia Souza', 'Caio Souza'])
  })

  it('finds the e-mails beside a column that only tells of them', () => {
    const { goodRows } = previewOf('Aceita e-mail,Nome,Contato\nsim,João da Conceição,joao@exemplo.com')
    expect(goodRows[0]).toMatchObject({ name: 'João da Conceição', email: 'joao@exemplo.com' })
  })

  it('finds the e-mails under a heading that it does not know', () => {
    expect(previewOf('nome;contato\nJoão da Conceição;joao@exemplo.com').goodRows[0]).toMatchObject({
      name: 'João da Conceição',
      email: 'joao@exemplo.com',
    })
  })

  it.each([
    ['a list', '[{"Nome":"João da Conceição","e-mail":"joao@exemplo.com","celular":11912345678}]'],
    [
      'a list inside an object',
      '{"students":[{"name":"João da Conceição","email":"joao@exemplo.com","phone":"11912345678"}]}',
    ],
    [
      'the list with the most e-mails of several',
      '{"tags":["vip","novo"],"data":{"fields":["Nome","E-mail"],"items":[{"name":"João da Conceição","email":"joao@exemplo.com","phone":"11912345678","tags":["vip"]}]}}',
    ],
    [
      'a list as a sales tool answers it',
      '[{"productName":"Vela já","buyerFirstName":"João","buyerLastName":"da Conceição","buyerEmail":"joao@exemplo.com","phone_local_code":"11","phone_number":912345678}]',
    ],
  ])('may be JSON: %s', (_, text) => {
    expect(previewOf(text, 'alunos.json').goodRows).toEqual([{ ...joao, line: 1 }])
  })
})

it('the country of a row is its telephone’s', () => {
  const file =
    'nome;email;país;telefone\nRosa Quispe;rosa@exemplo.com;Peru;987 654 321\nAna Lima;ana@exemplo.com;Brasil;51987654321'
  expect(previewOf(file).goodRows.map(({ cellphone }) => cellphone)).toEqual(['+51987654321', '51987654321'])
})

describe('bad rows', () => {
  it('are named with their line, value and reason', () => {
    const text = [
      'nome;email;telefone',
      'Ana Maria;ana@exemplo.com;',
      ';;',
      'Sem Endereço;;11912345678',
      'Bruno Dias;bruno@;',
      'Ana de Novo;ANA@exemplo.com;',
      `Carla Souza;carla@exemplo.com;${'9'.repeat(21)}`,
      'Eva;eva@exemplo.com;',
    ].join('\n')
    const { good, goodRows, bad, rows } = previewOf(text)
    expect(good).toBe(2)
    expect(goodRows.map(({ dropsCellphone }) => dropsCellphone)).toEqual([undefined, true])
    expect(bad.map(({ line, email, reason }) => [line, email, reason])).toEqual([
      [4, '', 'no_email'],
      [5, 'bruno@', 'invalid_email'],
      [6, 'ANA@exemplo.com', 'duplicate'],
      [8, 'eva@exemplo.com', 'short_name'],
    ])
    expect(rows).toHaveLength(6)
  })

  it('keep their line after a cell with line breaks', () => {
    const { bad } = previewOf('nome,email\n"Ana\nMaria",ana@exemplo.com\nBruno Dias,bruno@\n')
    expect(bad).toMatchObject([{ line: 4, email: 'bruno@' }])
  })

  it('are one row and not the rest of the file when a quote never closes', () => {
    const { good } = previewOf('nome,email\n"Ana Maria,ana@exemplo.com\nBruno Dias,bruno@exemplo.com\n')
    expect(good).toBe(2)
  })

  it('with an endless cell are cut to what the server reads', () => {
    const { rows, good, bad } = previewOf(`nome,email\n${'a'.repeat(10_000)},ana@exemplo.com`)
    expect(rows[0]!.name).toHaveLength(2000)
    expect({ good, reasons: bad.map(({ reason }) => reason) }).toEqual({ good: 0, reasons: ['invalid_name'] })
  })
})

describe('a file that cannot be imported', () => {
  it('holds no e-mail', () => {
    expect(problemOf('nome,telefone\nAna,123')).toBe(messages.importNoEmail('alunos.csv'))
    expect(problemOf('')).toBe(messages.importNoEmail('alunos.csv'))
    expect(problemOf('[]', 'alunos.json')).toBe(messages.importNoEmail('alunos.json'))
    expect(problemOf(Uint8Array.of(0, 1, 2, 255, 0, 254))).toBe(messages.importNoEmail('alunos.csv'))
  })

  it('is a spreadsheet under another name', () => {
    expect(problemOf(Uint8Array.of(0x50, 0x4b, 0x03, 0x04, 0x14))).toMatch(/é uma planilha.*exporte como CSV/)
    expect(problemOf(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1))).toMatch(/é uma planilha/)
  })

  it('holds more students than one import takes', () => {
    const file = (rows: number) =>
      ['nome,email', ...Array.from({ length: rows }, (_, at) => `Aluno ${at},aluno${at}@exemplo.com`)].join('\n')
    expect(problemOf(file(limits.importRows + 1))).toBe(messages.importTooMany)
    expect(previewOf(file(limits.importRows)).good).toBe(limits.importRows)
  })

  it('is broken JSON', () => {
    expect(problemOf('[{"email":"ana@exemplo.com"}', 'alunos.json')).toMatch(/JSON está incompleto/)
  })
})
