function result = kSetPID(ref, varargin)
%KSETPID   Set the gains of the speed or position controller.
%
%  kSetPID(ref, Kp, Ki, Kd)              speed controller
%  kSetPID(ref, 'position', Kp, Ki, Kd)  position controller
%  kSetPID(ref), kSetPID(ref, 'position')  as after a reset: 3800, 800, 100 and 3000, 20, 4000
%
%  The simulated robot keeps the gains, but they change nothing.

  letter = 'A';
  gains = [3800, 800, 100];
  if numel(varargin) > 0 && ischar(varargin{1})
    if ~strcmp(varargin{1}, 'position')
      error('khepera:command', 'kSetPID knows the position controller as ''position''.');
    end
    letter = 'F';
    gains = [3000, 20, 4000];
    varargin(1) = [];
  end
  if numel(varargin) == 3
    gains = [varargin{:}];
  elseif ~isempty(varargin)
    error('khepera:command', 'kSetPID takes three gains: kSetPID(ref, Kp, Ki, Kd).');
  end
  result = khepera_numbers(ref, sprintf('%s,%d,%d,%d', letter, round(gains)), 0);
end
