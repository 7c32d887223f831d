/** Who sells for schools, as the specification names them. */
export const salesPlatforms = ['hotmart', 'eduzz', 'octapay', 'mercadopago', 'bravapay', 'fornece'] as const
export type SalesPlatformName = (typeof salesPlatforms)[number]
