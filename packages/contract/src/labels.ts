/** Portuguese names of customers' fields and of the sales platforms (part 1 §8). */
export const labels = {
  fields: {
    name: 'Nome',
    email: 'E-mail',
    cpf: 'CPF',
    whatsapp: 'WhatsApp',
    city: 'Cidade',
    state: 'Estado',
    address: 'Endereço',
    other_phone: 'Outro telefone',
    found_at: 'Onde nos encontrou',
    marital_status: 'Estado civil',
    born_date: 'Data de nascimento',
    notes: 'Anotações',
    gender: 'Gênero',
    country: 'País',
  },
  marital_status: { married: 'Casado(a)', single: 'Solteiro(a)', divorced: 'Divorciado(a)' },
  gender: { male: 'Masculino', female: 'Feminino', other: 'Outro' },
  providers: {
    bravapay: 'BravaPay',
    hotmart: 'Hotmart',
    eduzz: 'Eduzz',
    octapay: 'OctaPay',
    mercadopago: 'Mercado Pago',
    fornece: 'Fornece',
  },
} as const
