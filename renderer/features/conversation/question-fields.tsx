import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Question } from '../../../shared/model/question';
import { Chip } from '../../ui/chip';
import { TextInput } from '../../ui/text-input';

export interface QuestionAnswer {
  chosen: string[];
  other: string;
}

interface QuestionFieldsProps {
  question: Question;
  answer: QuestionAnswer;
  onChange: (answer: QuestionAnswer) => void;
  onEnter: () => void;
}

export function QuestionFields({ question, answer, onChange, onEnter }: QuestionFieldsProps) {
  const { t } = useTranslation('conversation');
  const name = useId();
  const toggle = (label: string) => {
    if (!question.multiSelect) return onChange({ chosen: [label], other: '' });
    onChange({
      ...answer,
      chosen: answer.chosen.includes(label) ? answer.chosen.filter((old) => old !== label) : [...answer.chosen, label],
    });
  };
  const shown = question.options.find((option) => option.preview && answer.chosen.includes(option.label))?.preview;
  return (
    <fieldset>
      <legend className="pb-1">
        <Chip>{question.header}</Chip> <span>{question.question}</span>
      </legend>
      {question.options.map((option) => (
        <label key={option.label} className="clickable flex items-baseline gap-2 rounded-md px-1.5 py-0.5">
          <input
            type={question.multiSelect ? 'checkbox' : 'radio'}
            name={name}
            checked={answer.chosen.includes(option.label)}
            onChange={() => toggle(option.label)}
            className="shrink-0 self-center"
          />
          <span className="shrink-0">{option.label}</span>
          <span className="min-w-0 text-muted text-sm">{option.description}</span>
        </label>
      ))}
      <div className="px-1.5 pt-1">
        <TextInput
          name={t('question.other')}
          placeholder={t('question.other')}
          value={answer.other}
          onChange={(event) =>
            onChange(question.multiSelect ? { ...answer, other: event.target.value } : { chosen: [], other: event.target.value })
          }
          onEnter={onEnter}
        />
      </div>
      {shown ? <pre className="mt-2 max-h-52 overflow-auto rounded-md border border-line bg-panel p-2 text-sm">{shown}</pre> : undefined}
    </fieldset>
  );
}
