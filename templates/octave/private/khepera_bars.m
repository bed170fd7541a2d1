function khepera_bars(ref, seconds, speed)
% Draw the proximity sensors as bars; with a speed, drive Braitenberg's vehicle meanwhile.

  window = figure('Name', 'Khepera: proximity', 'NumberTitle', 'off');
  names = {'left 90', '45', '10', 'right 10', '45', '90', 'back right', 'left'};
  begun = tic();
  while toc(begun) < seconds && ishandle(window)
    near = kProximity(ref);
    if ~isempty(speed)
      wheels = khepera_vehicle(near, speed);
      kSetSpeed(ref, wheels(1), wheels(2));
    end
    if numel(near) == 8
      bar(near);
      axis([0.4 8.6 0 1023]);
      set(gca(), 'XTickLabel', names);
      ylabel('proximity (1023: touching)');
      drawnow();
    end
  end
end
