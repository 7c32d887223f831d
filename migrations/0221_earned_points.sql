-- Hundredths of a point that each question earned, in the order of the attempt; null until it is handed in. Results of an assessment are added up from it.
alter table exam_attempts add column earned integer[];
