/**
 * Bodies by which the panel of Eduzz's obsolete postback looks whether an address answers, as documented, without the fields that are not read. The
 * address is saved only if both are answered with success.
 */
export const eduzzChecks = {
  invoice: {
    type: 'invoice|contract',
    trans_cod: '1',
    trans_value: '50',
    trans_createdate: '20190904',
    trans_paiddate: '20190905',
    trans_status: '3',
    recurrence_status: '1',
    recurrence_cod: '10',
    product_cod: '1',
    product_name: 'Nome do produto',
    product_parent_cod: '2',
    cus_cod: '1',
    cus_taxnumber: '99999999911',
    cus_name: 'Teste Webhook',
    cus_email: 'webhook@eduzz.com',
    cus_cel: '011999999999',
    student_name: 'Nome do aluno',
    student_email: 'emaildoaluno@provedor.com',
    'trans_items[0][item_product_id]': '1',
    refund_date: '2019-02-03',
    // It is the same in each check, and no school's.
    origin_secret: 'eyJpdiI6IllieTdnK0Vh',
    api_key: '04a4bc373f',
  },
  abandonment: {
    type: 'abandonment',
    identifier: '36ec1293-17f8-404a-bbda-b58eaeb21aab',
    cartAccessedAt: '2023-01-05T14:17:44.921Z',
    checkoutUrl: 'https://sun.eduzz.com/1',
    invoiceId: '1',
    'product[id]': '1',
    'product[title]': 'Nome do produto',
    'customer[name]': 'Nome do Cliente',
    'customer[phone]': '011999999999',
    'customer[email]': 'emaildocliente@provedor.com',
    producerId: '27270338',
  },
}
