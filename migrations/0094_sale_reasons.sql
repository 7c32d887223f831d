-- Reasons of sales are codes; their sentences stand in the contract. A text that is none of these stays, and is shown as it is.
alter table sales add column reason_detail text not null default '';
update sales set reason = 'unknown_event', reason_detail = substr(reason, 2, length(reason) - 28)
  where reason like '“%” não é um evento conhecido' and length(reason) >= 28;
update sales set reason = 'contract_end', reason_detail = substr(reason, 2, length(reason) - 49)
  where reason like '“%”: na Eduzz, o fim do contrato não tira o acesso' and length(reason) >= 49;
update sales set reason = 'contract_delay', reason_detail = substr(reason, 2, length(reason) - 40)
  where reason like '“%”: na Eduzz, o atraso não tira o acesso' and length(reason) >= 40;
update sales set reason = 'other_topic', reason_detail = substr(reason, 46, length(reason) - 46)
  where reason like 'Só avisos de pagamentos são lidos, e não de “%”' and length(reason) >= 46;
update sales set reason = 'payment_missing', reason_detail = substr(reason, 13, length(reason) - 48)
  where reason like 'O pagamento % não existe na conta do access token' and length(reason) >= 48;
update sales set reason = case reason
  when 'Este aviso não muda nada' then 'ignored'
  when 'Este aviso não muda o acesso de ninguém' then 'no_access_change'
  when 'Não diz o que aconteceu' then 'no_event'
  when 'Não diz qual transação ou assinatura deve perder o acesso' then 'no_purchase'
  when 'Não traz um e-mail válido de quem vai estudar' then 'no_student_email'
  when 'Não diz qual produto foi vendido' then 'no_product'
  when 'Um período de teste não abre o curso' then 'trial'
  when 'A versão 1.0.0 não diz qual produto foi cancelado: escolha a versão 2.0.0 no painel da Hotmart' then 'old_cancellation'
  when 'O aviso não diz de qual pagamento fala' then 'no_payment'
  when 'A integração não tem o access token do Mercado Pago' then 'no_access_token'
  when 'O Mercado Pago respondeu sobre outro pagamento' then 'other_payment'
  when 'O pagamento é de outra conta do Mercado Pago' then 'other_account'
  when 'O Mercado Pago recusou o access token. Corrija a integração da turma e reprocesse' then 'token_refused'
  when 'O aviso não traz um e-mail válido de quem comprou' then 'no_buyer_email'
  when 'Nenhuma turma tem este produto' then 'no_cohort'
  when 'Esta compra já foi devolvida' then 'paid_back'
  when 'Esta assinatura já foi cancelada' then 'subscription_ended'
  when 'Esta compra já abriu a turma para outro e-mail' then 'others_purchase'
  when 'Esta compra não tinha aberto nenhuma turma' then 'nothing_open'
  when 'Não foi possível concluir. Tente reprocessar mais tarde' then 'failed'
  else reason end
where reason <> '';
